"""`python -m bots` is the command `countersign`."""

from bots.cli import main

if __name__ == "__main__":
    main()
