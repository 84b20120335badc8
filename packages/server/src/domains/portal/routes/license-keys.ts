import type { Benefit } from '@guildhall/contract/benefits/shapes'
import * as contract from '@guildhall/contract/portal/license-keys'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { presentBenefit } from '../../benefits/present/benefit.ts'
import { findAnyBenefits } from '../../benefits/store/benefits.ts'
import type { PortalCaller } from '../../customers/store/customer-sessions.ts'
import {
  showLicenseKeys,
  showWithActivations,
} from '../../entitlements/actions/show-license-keys.ts'
import {
  findLicenseKeyOfCustomer,
  listLicenseKeysOfCustomer,
} from '../../entitlements/store/license-key-list.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { addressOf } from '../actions/session-address.ts'
import { licenseKeyFor } from '../present/license-key.ts'
import { missingCode } from '../rules/single-purchase.ts'

export const licenseKeyRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  listRoute(deps),
  getRoute(deps),
]

const listRoute = (deps: PortalDeps) =>
  serve(contract.listPortalLicenseKeys, async ({ caller, query }) => {
    const { kysely } = deps.uowFactory.database
    const { rows, total } = await listLicenseKeysOfCustomer(kysely, caller, query)
    const shown = await showLicenseKeys(kysely, deps.keyring, caller.organizationId, rows)
    const holder = await holderOf(deps, caller)
    return pageAnswer({ rows: shown, total }, query, (one) => licenseKeyFor(holder, one))
  })

const getRoute = (deps: PortalDeps) =>
  serve(contract.getPortalLicenseKey, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const row = await findLicenseKeyOfCustomer(kysely, caller, params.id)
    if (row === undefined) throw new Problem(missingCode(caller))
    const shown = await showWithActivations(kysely, deps.keyring, row)
    const [benefit] = await findAnyBenefits(kysely, row.organizationId, [row.benefitId])
    const mayRemove =
      caller.checkoutId === null &&
      benefit !== undefined &&
      letsCustomersRemove(presentBenefit(deps, benefit))
    const activations = mayRemove ? shown.activations : []
    return licenseKeyFor(await holderOf(deps, caller), { ...shown, activations })
  })

const letsCustomersRemove = (benefit: Benefit): boolean =>
  benefit.type === 'license_keys' && benefit.properties.activations?.enableCustomerAdmin === true

/** The typed address of a buyer who sees a single purchase; null for the customer. */
const holderOf = async (deps: PortalDeps, caller: PortalCaller): Promise<string | null> =>
  caller.checkoutId === null ? null : ((await addressOf(deps, caller)) ?? '')
