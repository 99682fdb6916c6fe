"""What a person may read is what any of their roles allows."""

from dataclasses import replace

from pipeline.people import Person
from pipeline.sql import Grants, TableGrant
from pipeline.workspace import Habits, Workspace

ALL = TableGrant(table="customer")
SOME = TableGrant(table="customer", row_filter="country = 'Spain'")
OTHER = TableGrant(table="product")


def person(*roles: str) -> Person:
    return Person(id="p", name="P", roles=frozenset(roles))


def granting(shop: Workspace, default: str = "", **roles: TableGrant) -> Workspace:
    grants = {role: Grants(tables=(grant,)) for role, grant in roles.items()}
    return replace(shop, grants=grants, habits=Habits(default_role=default))


def test_a_person_without_a_known_role_has_the_default_one(shop: Workspace) -> None:
    workspace = granting(shop, "guest", guest=OTHER, boss=ALL)
    assert workspace.grants_of(person("stranger")).tables == (OTHER,)


def test_without_a_default_role_a_stranger_reads_nothing(shop: Workspace) -> None:
    assert granting(shop, boss=ALL).grants_of(person("stranger")).tables == ()


def test_several_roles_add_up(shop: Workspace) -> None:
    workspace = granting(shop, boss=ALL, clerk=OTHER)
    assert workspace.grants_of(person("boss", "clerk")).tables == (ALL, OTHER)


def test_a_role_without_limits_lifts_the_limits_of_another(shop: Workspace) -> None:
    workspace = granting(shop, boss=ALL, clerk=SOME)
    assert workspace.grants_of(person("boss", "clerk")).tables == (ALL,)
