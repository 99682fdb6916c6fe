"""`python -m bots` is the command `countersign`."""

from countersign_bot import main

if __name__ == "__main__":
    main()
