import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

const discordRefusals = {
  discord_not_configured: unprocessable(
    'Discord roles are not available on this server: its operator has to set GUILDHALL_DISCORD_CLIENT_ID',
  ),
  discord_guild_token_invalid: unprocessable(
    'This token is not valid. Connect the Discord server and use the token that it returns.',
  ),
  discord_guild_token_expired: unprocessable(
    'This token has expired. Connect the Discord server again.',
  ),
  discord_guild_closed: unprocessable(
    'The bot is no longer a member of this Discord server. Connect the server again.',
  ),
  discord_bot_powerless: unprocessable(
    'The bot may not manage roles in this Discord server. Give it the permission “Manage Roles”.',
  ),
  discord_role_unknown: unprocessable('This role does not exist in the Discord server'),
  discord_role_managed: unprocessable('This role is managed by Discord. Choose another role.'),
  discord_role_too_high: unprocessable(
    'The bot can only assign roles below its own. Move its role further up in Discord.',
  ),
} as const satisfies Record<string, RefusalEntry>

const githubRefusals = {
  github_not_configured: unprocessable(
    'GitHub repositories are not available on this server: its operator has to set GUILDHALL_GITHUB_APP_ID',
  ),
  github_person_required: unprocessable(
    'Only a signed-in person can choose a repository, and must be an administrator of it',
  ),
  github_not_connected: unprocessable(
    'Connect your GitHub account first. The connection lasts an hour.',
  ),
  github_repository_unknown: unprocessable(
    'You cannot see this repository on GitHub, or the app is not installed for it',
  ),
  github_repository_personal: unprocessable(
    'This repository belongs to a person. Choose one of an organization.',
  ),
  github_repository_public: unprocessable('This repository is public. Choose a private one.'),
  github_repository_foreign: unprocessable('You are not an administrator of this repository'),
  github_app_missing: unprocessable(
    'The app is not installed for this repository. Install it on GitHub first.',
  ),
  github_app_powerless: unprocessable(
    'The app may not invite people to this repository. Give it the permission “Administration”.',
  ),
} as const satisfies Record<string, RefusalEntry>

export const benefitRefusals = {
  benefit_type_fixed: unprocessable(
    'The type of a benefit cannot change. Create another benefit instead.',
  ),
  benefit_not_deletable: {
    status: 403,
    message: 'This benefit can’t be deleted',
    error: 'NotPermitted',
  },
  benefit_file_unknown: unprocessable('File not found among the uploaded downloadable files'),
  benefit_meter_unknown: unprocessable('Meter not found'),
  benefit_meter_archived: unprocessable('This meter is archived. Choose another.'),
  benefit_usage_off: unprocessable(
    'Enable usage-based billing in the organization’s settings first',
  ),
  ...discordRefusals,
  ...githubRefusals,
  oauth_state_invalid: unprocessable(
    'This link was already used, belongs to someone else, or has expired. Start again.',
  ),
  benefit_provider_unavailable: {
    status: 503,
    message: '{name} is not responding correctly. Please try again soon.',
    error: 'ServiceUnavailable',
  },
} as const satisfies Record<string, RefusalEntry>
