"""`python -m dmcli` is the command `dmcli`."""

from dmcli.cli.app import main

if __name__ == "__main__":
    main()
