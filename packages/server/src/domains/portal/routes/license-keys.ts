import type { Benefit } from '@guildhall/contract/benefits/shapes'
import type { LicenseKey } from '@guildhall/contract/entitlements/license-key-shapes'
import * as contract from '@guildhall/contract/portal/license-keys'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findAnyBenefits, presentBenefit } from '../../benefits/index.ts'
import {
  findLicenseKeyOfCustomer,
  listLicenseKeysOfCustomer,
  showLicenseKeys,
  showWithActivations,
} from '../../entitlements/index.ts'
import type { PortalDeps } from '../actions/deps.ts'

export const licenseKeyRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  listRoute(deps),
  getRoute(deps),
]

const listRoute = ({ uowFactory, keyring }: PortalDeps) =>
  serve(contract.listPortalLicenseKeys, async ({ caller, query }) => {
    const { kysely } = uowFactory.database
    const { rows, total } = await listLicenseKeysOfCustomer(kysely, caller, query)
    const shown = await showLicenseKeys(kysely, keyring, caller.organizationId, rows)
    return pageAnswer({ rows: shown, total }, query, forHolder)
  })

const getRoute = (deps: PortalDeps) =>
  serve(contract.getPortalLicenseKey, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const row = await findLicenseKeyOfCustomer(kysely, caller, params.id)
    if (row === undefined) throw new Problem('not_found')
    const shown = await showWithActivations(kysely, deps.keyring, row)
    const [benefit] = await findAnyBenefits(kysely, row.organizationId, [row.benefitId])
    const mayRemove = benefit !== undefined && letsCustomersRemove(presentBenefit(deps, benefit))
    return forHolder({ ...shown, activations: mayRemove ? shown.activations : [] })
  })

const letsCustomersRemove = (benefit: Benefit): boolean =>
  benefit.type === 'license_keys' && benefit.properties.activations?.enableCustomerAdmin === true

/** Without the seller’s own data. */
const forHolder = <K extends Pick<LicenseKey, 'customer'>>(key: K): K => ({
  ...key,
  customer: { ...key.customer, metadata: {} },
})
