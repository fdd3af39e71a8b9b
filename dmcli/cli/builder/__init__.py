"""The full-screen deck builder: what `dmcli build` draws and how it answers keys and the mouse."""
