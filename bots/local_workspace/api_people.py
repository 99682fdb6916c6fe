"""The methods about who is there: auth, users, user groups, bots and the app's installation."""

import base64
from collections.abc import Mapping
from typing import Final

from bots.local_workspace.people import Json, Person
from bots.local_workspace.refusals import Code, SlackRefusalError
from bots.local_workspace.web_api import Call, Method
from bots.local_workspace.workspace import Workspace


def auth_test(call: Call) -> Json:
    workspace = call.workspace
    return {
        "url": f"{workspace.base_url}/",
        "team": workspace.team_name,
        "team_id": workspace.team_id,
        "user": workspace.app.name.lower(),
        "user_id": workspace.app.bot_user,
        "bot_id": workspace.app.bot_id,
        "app_id": workspace.app.id,
        "is_enterprise_install": bool(workspace.organisation),
        **({"enterprise_id": workspace.organisation} if workspace.organisation else {}),
    }


def api_test(_call: Call) -> Json:
    return {"args": {}}


def users_info(call: Call) -> Json:
    wanted = call.needed("user")
    if wanted == call.workspace.app.bot_user:
        return {"user": bot_profile(call.workspace)}
    return {"user": profile(call.workspace, call.workspace.person(wanted))}


def users_list(call: Call) -> Json:
    workspace = call.workspace
    everybody = [profile(workspace, person) for person in workspace.people.values()]
    members = [*everybody, bot_profile(workspace)]
    return {"members": members, "response_metadata": {"next_cursor": ""}}


def lookup_by_email(call: Call) -> Json:
    email = call.needed("email")
    for person in call.workspace.people.values():
        if email_of(person) == email:
            return {"user": profile(call.workspace, person)}
    raise SlackRefusalError(Code.USERS_NOT_FOUND)


def usergroups_list(call: Call) -> Json:
    groups = call.workspace.groups.values()
    include = call.flag("include_users")
    return {
        "usergroups": [
            {
                "id": group.id,
                "team_id": call.workspace.team_id,
                "is_usergroup": True,
                "handle": group.handle,
                "name": group.handle,
                "date_delete": 0,
                "user_count": len(group.members),
                **({"users": list(group.members)} if include else {}),
            }
            for group in groups
        ]
    }


def usergroups_users(call: Call) -> Json:
    if call.workspace.organisation:
        call.needed("team_id")
    group = call.workspace.groups.get(call.needed("usergroup"))
    if group is None:
        raise SlackRefusalError(Code.NO_SUCH_SUBTEAM)
    return {"users": list(group.members)}


def bots_info(call: Call) -> Json:
    app = call.workspace.app
    if call.text("bot") not in ("", app.bot_id):
        raise SlackRefusalError(Code.BOT_NOT_FOUND)
    bot = {"id": app.bot_id, "app_id": app.id, "user_id": app.bot_user, "name": app.name}
    return {"bot": {**bot, "deleted": False, "icons": {}}}


def oauth_access(call: Call) -> Json:
    """Exchange the code of /oauth/v2/authorize for the bot token; a code counts once."""
    workspace, app = call.workspace, call.workspace.app
    client = _client(call)
    if client != (app.client_id, app.client_secret):
        raise SlackRefusalError(Code.BAD_CLIENT_SECRET)
    renewed: Json = {}
    if call.text("grant_type") == "refresh_token":
        renewed = {"refresh_token": f"{call.needed('refresh_token')}+", "expires_in": 43_200}
    else:
        _use_code(workspace, call.text("code"))
    organisation = workspace.organisation
    return renewed | {
        "access_token": app.bot_token,
        "token_type": "bot",
        "scope": ",".join(app.scopes),
        "bot_user_id": app.bot_user,
        "app_id": app.id,
        "team": None if organisation else {"id": workspace.team_id, "name": workspace.team_name},
        "enterprise": {"id": organisation, "name": organisation} if organisation else None,
        "is_enterprise_install": bool(organisation),
        "authed_user": {"id": next(iter(workspace.people))},
    }


def _client(call: Call) -> tuple[str, str]:
    basic = call.text("authorization").removeprefix("Basic ")
    if not basic or basic == call.text("authorization"):
        return call.text("client_id"), call.text("client_secret")
    name, _, secret = base64.b64decode(basic).decode().partition(":")
    return name, secret


def _use_code(workspace: Workspace, code: str) -> None:
    if code not in workspace.oauth_codes:
        raise SlackRefusalError(Code.INVALID_CODE)
    workspace.oauth_codes.discard(code)


def email_of(person: Person) -> str:
    return person.email or f"{person.name}@example.com"


def profile(workspace: Workspace, person: Person) -> Json:
    home_team = person.team_id or workspace.team_id
    return {
        "id": person.id,
        "team_id": home_team,
        "name": person.name,
        "real_name": person.real_name,
        "deleted": person.deleted,
        "tz": person.tz,
        "locale": person.locale,
        "is_admin": person.is_admin,
        "is_owner": False,
        "is_bot": False,
        "is_restricted": False,
        "is_stranger": home_team != workspace.team_id,
        "profile": {
            "real_name": person.real_name,
            "display_name": person.name,
            "email": email_of(person),
            "title": person.role,
            "team": home_team,
        },
    }


def bot_profile(workspace: Workspace) -> Json:
    app = workspace.app
    return {
        "id": app.bot_user,
        "team_id": workspace.team_id,
        "name": app.name.lower(),
        "real_name": app.name,
        "deleted": False,
        "is_bot": True,
        "profile": {"real_name": app.name, "display_name": app.name, "bot_id": app.bot_id},
    }


METHODS: Final[Mapping[str, Method]] = {
    "api.test": api_test,
    "auth.test": auth_test,
    "users.info": users_info,
    "users.list": users_list,
    "users.lookupByEmail": lookup_by_email,
    "usergroups.list": usergroups_list,
    "usergroups.users.list": usergroups_users,
    "bots.info": bots_info,
    "oauth.v2.access": oauth_access,
}
