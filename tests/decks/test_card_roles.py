"""What cards are good for: the roles of known cards, read from their rules."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.decks.statistics.roles import ROLES, roles_of

#: All the roles of a card, and no others.
EXACT = {
    "Terror Pit": "shield trigger, removal, needs a target",
    "Aqua Hulcus": "draw",
    "Bronze-Arm Tribe": "boost",
    "Natural Snare": "shield trigger, removal, needs a target",
    "Holy Awe": "shield trigger, tapper, needs a target",
    "Spiral Gate": "shield trigger, bounce, needs a target",
    "Ghost Touch": "shield trigger, discard",
    "Brain Serum": "shield trigger, draw",
    "Dimension Gate": "shield trigger, search",
    "Crimson Hammer": "removal, needs a target",
    "Tornado Flame": "shield trigger, removal, needs a target",
    "Corile": "removal",
    "Bolshack Dragon": "breaker",
    "Scarlet Skyterror": "removal",
    "Faerie Child": "evasion",
    # plain creatures, and drawbacks, which are no roles
    "Immortal Baron, Vorg": "",
    "Aqua Vehicle": "",
    "Stinger Worm": "",
    "Black Feather, Shadow of Rage": "",
    "Artisan Picora": "",
    "Gigaberos": "breaker",
    "Death Cruzer, the Annihilator": "breaker",
    "Extreme Crawler": "breaker",
    "Necrodragon Zalva": "",
    "Terradragon Gamiratar": "breaker",
    "Solidskin Fish": "",
    "Thrash Crawler": "blocker",
    "General Dark Fiend": "breaker",
    "Headlong Giant": "breaker, evasion",
    "Missile Boy": "",
    "Milieus, the Daystretcher": "blocker",
    "Lu Gila, Silver Rift Guardian": "blocker",
    # dying into the mana zone, the hand or the shields is no boost, bounce or shield up
    "Coiling Vines": "",
    "Aqua Soldier": "",
    "Ouks, Vizier of Restoration": "",
    "Fruit of Eternity": "shield trigger, needs a target",
    "Root Charger": "boost",
    # what is given to others is not one's own
    "Sieg Balicula, the Intense": "",
    "Lemik, Vizier of Thought": "",
    "Totto Pipicchi": "",
    "King Nautilus": "breaker",
    "Legionnaire Lizard": "speed attacker",
    "Snake Attack": "needs a target",
    "Full Defensor": "shield trigger, needs a target",
    "Laser Wing": "needs a target",
    "Frost Specter, Shadow of Age": "",
    # but a group can hold the card itself
    "Kilstine, Nebula Elemental": "blocker, breaker, power up",
    "Magmadragon Jagalzor": "breaker, speed attacker",
    "Hydrooze, the Mutant Emperor": "evasion, power up",
    "Phantomach, the Gigatrooper": "breaker, power up",
    "Mykee's Pliers": "",
    # tapping to give it to all leaves the card itself tapped
    "King Benthos": "breaker",
    "Baraid, the Explorer": "",
    # only at times
    "Sparkle Flower": "blocker",
    "Aqua Rider": "blocker",
    "Tropico": "evasion",
    "Galsaur": "breaker",
    "Illusion Fish": "evasion",
    "Rodi Gale, Night Guardian": "evasion",
    "Gallia Zohl, Iron Guardian Q": "blocker",
    "Lurking Eel": "blocker",
    "Rumblesaur Q": "speed attacker",
    "Asra, Vizier of Safety": "blocker",
    "Pincer Scarab": "breaker",
    "Überdragon Zaschack": "breaker",
    # abilities that are lent are used by their player
    "Fort Megacluster": "draw",
    "Living Citadel Vosh": "boost",
    "Arc Bine, the Astounding": "tapper",
    "Phantasmal Horror Gigazald": "discard",
    "Lava Walker Executo": "power up",
    # whose card it is
    "Swamp Worm": "removal",
    "Rothus, the Traveler": "removal",
    "Storm Shell": "removal",
    "Evil Incarnate": "breaker, removal",
    "Volcanic Arrows": "shield trigger, removal, needs a target",
    "Ballom, Master of Death": "breaker, removal",
    "Miraculous Snare": "removal, needs a target",
    "Pangaea's Will": "shield trigger, removal, needs a target",
    "Pangaea's Song": "boost, needs a target",
    "Transmogrify": "shield trigger, removal, into play, needs a target",
    "Shock Hurricane": "bounce, needs a target",
    "Emperor Maroll": "bounce",
    "Pinpoint Lunatron": "bounce, mana denial",
    "Miraculous Plague": "removal, bounce, mana denial",
    "Schuka, Duke of Amnesia": "discard",
    "Emergency Typhoon": "shield trigger, draw",
    "Mega Detonator": "needs a target",
    "Whirling Warrior Malian": "",
    "Static Warp": "tapper, needs a target",
    "Warped Lunatron": "breaker",
    "Klujadras": "draw",
    # what only follows from a creature comes to nothing without one
    "Intense Evil": "shield trigger, draw, needs a target",
    "Soulswap": "shield trigger, removal, into play, needs a target",
    "Rapid Reincarnation": "shield trigger, into play, needs a target",
    "Wave Lance": "bounce, draw, needs a target",
    "Dracobarrier": "shield trigger, tapper, shield up, needs a target",
    "Miraculous Rebirth": "removal, search, into play, needs a target",
    "Hide and Seek": "bounce, discard",
    "Darkpact": "draw",
    "Enigmatic Cascade": "draw",
    "Glory Snow": "shield trigger, boost",
    # places exchanged are nothing gained
    "Hurricane Crawler": "",
    "Siren Concerto": "shield trigger",
    "Carnival Totem": "breaker",
    "Boomerang Comet": "shield trigger",
    "Emeral": "",
    "Gigandura": "",
    "Upheaval": "shield trigger",
    "Aqua Deformer": "mana denial",
    # decks, graveyards, shields
    "Rainbow Stone": "search, boost",
    "Future Slash": "",
    "Submarine Project": "shield trigger, draw",
    "Psychic Shaper": "draw",
    "Thorny Mandra": "boost",
    "Dark Reversal": "shield trigger, recovery, needs a target",
    "Morbid Medicine": "recovery, needs a target",
    "Corpse Charger": "recovery, boost",
    "Roar of the Earth": "shield trigger, needs a target",
    "Kachua, Keeper of the Icegate": "search, into play",
    "Dava Torey, Seeker of Clouds": "",
    "Aura Pegasus, Avatar of Life": "breaker, draw, into play",
    "Bolmeteus Steel Dragon": "breaker, shield burn",
    "Venom Capsule": "shield burn",
    "Invincible Cataclysm": "shield burn",
    "Mystic Inscription": "shield up",
    "Skysword, the Savage Vizier": "boost, shield up",
    "Wise Starnoid, Avatar of Hope": "breaker, shield up",
    "Mana Crisis": "shield trigger, mana denial",
    "Bolzard Dragon": "mana denial",
    "Reap and Sow": "boost, mana denial",
    "Elf-X": "cost cut",
    "Cocco Lupia": "cost cut",
    # power
    "Barkwhip, the Smasher": "power up",
    "Brawler Zyler": "",
    "Cannon Shell": "shield trigger",
    "Sword of Malevolent Death": "power up, needs a target",
    "Bubble Scarab": "power up",
    "Aura Blast": "power up, needs a target",
}


@pytest.mark.parametrize("name", EXACT)
def test_a_card_has_just_these_roles(name: str, printed: Pool) -> None:
    expected = {role for role in EXACT[name].split(", ") if role}
    assert roles_of(name, printed) == expected


def test_every_role_is_some_cards_and_none_is_everybodys(printed: Pool) -> None:
    for role in ROLES:
        holders = [name for name in printed.cards if role in roles_of(name, printed)]
        assert 0 < len(holders) < len(printed.cards) / 4, role


def test_no_card_has_a_role_without_a_meaning(printed: Pool) -> None:
    assert {role for name in printed.cards for role in roles_of(name, printed)} == set(ROLES)


def test_every_role_of_the_lists_above_is_tried_both_ways() -> None:
    for role in ROLES:
        having = [name for name, words in EXACT.items() if role in words.split(", ")]
        assert having, role
        assert len(having) < len(EXACT)


def test_a_card_that_is_not_written_yet_has_no_roles(small: Pool) -> None:
    assert roles_of("Sage of Later", small) == frozenset()


def test_roles_are_those_of_the_pool_and_not_of_the_name(printed: Pool) -> None:
    other = _made("Terror Pit", "creature", ("blocker",))
    assert roles_of("Terror Pit", other) == {"blocker"}
    assert "blocker" not in roles_of("Terror Pit", printed)


@pytest.mark.parametrize(
    ("rules", "roles"),
    [
        (("world breaker",), {"breaker"}),
        (("when this enters: the opponent draws 1 card",), set()),
        (("when this enters: destroy all your creatures",), set()),
        (("when this enters: destroy all creatures",), {"removal"}),
        (("tap: put 1 of your creatures into your mana zone",), {"boost"}),
        (("your other creatures have blocker",), set()),
        (("your creatures have blocker",), {"blocker"}),
        (("creatures cost 1 more",), set()),
        (("survivor: your creatures cost 1 less",), {"cost cut"}),
    ],
)
def test_cards_of_ones_own_are_read_the_same_way(rules: tuple[str, ...], roles: set[str]) -> None:
    assert roles_of("Stray", _made("Stray", "creature", rules)) == roles


def test_the_parser_sleeps_while_the_cache_knows_the_lines(printed: Pool) -> None:
    roles_of("Terror Pit", printed)
    script = (
        "import sys; from dmcli.cards import load_pool; "
        "from dmcli.decks.statistics.roles import roles_of; pool = load_pool(); "
        "found = [roles_of(name, pool) for name in pool.cards]; "
        "print(len(found), 'lark' in sys.modules)"
    )
    command = [sys.executable, "-P", "-c", script]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.split() == [str(len(printed.cards)), "False"]


def _made(name: str, type: str, rules: tuple[str, ...]) -> Pool:
    """A pool of one card."""
    card = CardDef(
        name=name,
        type=type,
        civilizations=("fire",),
        races=("Stray",),
        cost=2,
        power=1000,
        rarity="Common",
        rules=rules,
    )
    return Pool([card], name, [])
