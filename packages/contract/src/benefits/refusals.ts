import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

const discordRefusals = {
  discord_not_configured: unprocessable(
    'This server can’t give roles at Discord: whoever runs it has to set GUILDHALL_DISCORD_CLIENT_ID',
  ),
  discord_guild_token_invalid: unprocessable(
    'This token proves no server at Discord here. Connect the server and use the token it gives.',
  ),
  discord_guild_token_expired: unprocessable(
    'This token is too old. Connect the server at Discord once more.',
  ),
  discord_guild_closed: unprocessable(
    'The bot is not in this server at Discord any more. Connect the server once more.',
  ),
  discord_bot_powerless: unprocessable(
    'The bot may not manage roles in this server at Discord. Give it the permission “Manage Roles”.',
  ),
  discord_role_unknown: unprocessable('This server at Discord has no such role'),
  discord_role_managed: unprocessable('Discord itself gives this role. Choose another.'),
  discord_role_too_high: unprocessable(
    'The bot can only give roles below its own. Move its role further up at Discord.',
  ),
} as const satisfies Record<string, RefusalEntry>

const githubRefusals = {
  github_not_configured: unprocessable(
    'This server can’t open repositories at GitHub: whoever runs it has to set GUILDHALL_GITHUB_APP_ID',
  ),
  github_person_required: unprocessable(
    'Only a signed-in person can choose a repository: they have to be an administrator of it',
  ),
  github_not_connected: unprocessable(
    'Connect your account at GitHub first. That holds for an hour.',
  ),
  github_repository_unknown: unprocessable(
    'GitHub shows you no such repository, or the app is not installed for it',
  ),
  github_repository_personal: unprocessable(
    'This repository is a person’s. GitHub gives permissions only in those of organizations.',
  ),
  github_repository_public: unprocessable(
    'Everybody can see this repository. Choose a private one.',
  ),
  github_repository_foreign: unprocessable('You are not an administrator of this repository'),
  github_app_missing: unprocessable(
    'The app is not installed for this repository. Install it at GitHub first.',
  ),
  github_app_powerless: unprocessable(
    'The app may not invite people to this repository. Give it the permission “Administration”.',
  ),
} as const satisfies Record<string, RefusalEntry>

export const benefitRefusals = {
  benefit_type_fixed: unprocessable(
    'The type of a benefit stays as it is. Create another benefit instead.',
  ),
  benefit_not_deletable: {
    status: 403,
    message: 'This benefit can’t be deleted',
    error: 'NotPermitted',
  },
  benefit_file_unknown: unprocessable('File not found among the uploaded downloadable ones'),
  benefit_meter_unknown: unprocessable('Meter not found'),
  benefit_usage_off: unprocessable(
    'Switch on usage-based billing in the settings of the organization first',
  ),
  ...discordRefusals,
  ...githubRefusals,
  round_trip_over: unprocessable(
    'This link was used before, is not yours, or is too old. Start again.',
  ),
  service_elsewhere_unavailable: {
    status: 503,
    message: '{name} doesn’t answer as it should. Please try again soon.',
    error: 'ServiceUnavailable',
  },
} as const satisfies Record<string, RefusalEntry>
