import type { Operation } from '@guildhall/contract/operation'

/**
 * Operations with a writing method that leave no entry: they change nothing, or they report what
 * buyers did, millions of times, in logs of their own.
 */
const unaudited: readonly string[] = [
  'previewUsagePrice',
  'previewProductBenefits',
  'previewSubscriptionChange',
  'previewMeter',
  'getDiscordGuild',
  // These only begin a redirect.
  'connectDiscord',
  'connectGitHub',
  // For each purchase, on behalf of a buyer who may not be a customer yet.
  'createCheckout',
  'updateCheckout',
  'validateLicenseKeyAsSeller',
  'activateLicenseKeyAsSeller',
  'deactivateLicenseKeyAsSeller',
  'checkUsage',
  'trackUsage',
  'reserveUsage',
  'settleUsage',
  'releaseUsage',
  'ingestEvents',
  'findCommandLineLogin',
  // Nothing of an organization changes.
  'denyCommandLineLogin',
  'updateListSettings',
  'createSavedView',
  'updateSavedView',
  'deleteSavedView',
  'checkSlug',
  'hasOrganizationPermission',
  'setActiveOrganization',
  'setActiveTeam',
  // The log is deleted together with its organization.
  'deleteOrganization',
]

/** The end of a redirect, which the browser follows with a reading method. */
const connecting: readonly string[] = ['gitHubCallback']

/** Its caller is the token that it is given. */
const byItsToken = 'revokeShownAccessToken'

const memberTags: readonly string[] = ['Invitations', 'Members', 'Organizations', 'Teams']

/** Every operation that changes something of an organization. */
export const isAudited = ({ name, method, tag, for: audience }: Operation): boolean =>
  (method !== 'GET' || connecting.includes(name)) &&
  !unaudited.includes(name) &&
  (audience === 'seller' || name === byItsToken || memberTags.includes(tag))

const eventless: Readonly<Record<string, 'input' | 'act'>> = {
  endCustomerSessions: 'act',
  gitHubCallback: 'act',
  redeliverWebhookEvent: 'act',
  removeLicenseActivation: 'act',
  replayWebhookEndpoint: 'input',
  retryGrants: 'act',
  triggerWebhookEvent: 'input',
  updateAuditLogSettings: 'input',
  updatePortalSettings: 'input',
  // Its reasons may be personal, and belong to no single customer.
  voidEvents: 'act',
}

/**
 * What is logged of an operation that recorded no event: what it was asked for, that it happened,
 * or nothing, because all operations but these record an event of every change.
 */
export const loggedWithoutEvent = ({ name }: Operation): 'input' | 'act' | null =>
  eventless[name] ?? null
