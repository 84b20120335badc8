import { expect, it } from 'vitest'
import { contractOperations } from '../../../../test/contract-operations.ts'
import { isAudited, loggedWithoutEvent } from './audited-operations.ts'

const operations = await contractOperations()
const namesOf = (found: typeof operations) => found.map(({ name }) => name).toSorted()

it('what an organization’s members and backends write is audited, but for these', () => {
  const ofOrganizations = operations.filter(
    ({ method, path, for: audience }) =>
      method !== 'GET' && (audience === 'seller' || path.startsWith('/api/auth/organization/')),
  )
  expect(namesOf(ofOrganizations.filter((one) => !isAudited(one)))).toEqual([
    'activateLicenseKeyAsSeller',
    'checkSlug',
    'checkUsage',
    'connectDiscord',
    'connectGitHub',
    'createCheckout',
    'createSavedView',
    'deactivateLicenseKeyAsSeller',
    'deleteOrganization',
    'deleteSavedView',
    'denyCommandLineLogin',
    'findCommandLineLogin',
    'getDiscordGuild',
    'hasOrganizationPermission',
    'ingestEvents',
    'previewMeter',
    'previewProductBenefits',
    'previewSubscriptionChange',
    'previewUsagePrice',
    'releaseUsage',
    'reserveUsage',
    'setActiveOrganization',
    'setActiveTeam',
    'settleUsage',
    'trackUsage',
    'updateCheckout',
    'updateListSettings',
    'updateSavedView',
    'validateLicenseKeyAsSeller',
  ])
})

it('only audited operations are logged without an event', () => {
  const without = operations.filter((one) => loggedWithoutEvent(one) !== null)
  expect(without.length).toBe(10)
  expect(namesOf(without.filter((one) => !isAudited(one)))).toEqual([])
})
