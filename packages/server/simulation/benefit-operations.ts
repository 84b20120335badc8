import type { Id } from '@guildhall/contract/primitives'
import {
  activateLicenseKey,
  deactivateLicenseKey,
} from '../src/domains/entitlements/actions/activate-license-key.ts'
import { changeLicenseKey } from '../src/domains/entitlements/actions/change-license-key.ts'
import { convergeGrants } from '../src/domains/entitlements/actions/converge-grants.ts'
import { refreshGrants } from '../src/domains/entitlements/actions/refresh-grants.ts'
import { validateLicenseKeys } from '../src/domains/entitlements/actions/validate-license-keys.ts'
import { digestOf, openKey } from '../src/domains/entitlements/kinds/license-keys.ts'
import { findLicenseKeyIn } from '../src/domains/entitlements/store/license-keys.ts'
import { assert } from '../src/kernel/assert.ts'
import { isRefused, Problem } from '../src/kernel/refusal.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import type { TestDeps } from '../test/payments.ts'
import type { Chance } from './chance.ts'
import { crashing } from './crashes.ts'
import { provideOneTimePurchase } from './one-time-purchase.ts'
import { depsOf, type Shop } from './shop.ts'
import { withoutProviders } from './without-providers.ts'
import type { WorldOperation } from './world-operation.ts'

/** A seller who changes what was sold, and applications that use the license keys. */
export const benefitOperations = (shop: Shop): WorldOperation[] => [
  { weight: 3, run: (chance) => changeList(shop, chance) },
  { weight: 2, run: (chance) => changeTerms(shop, chance) },
  { weight: 5, run: (chance) => validateKey(shop, chance) },
  { weight: 2, run: (chance) => activateKey(shop, chance) },
  { weight: 4, run: (chance) => changeKey(shop, chance) },
]

/** A plan gains or loses a benefit. The job that follows may crash, and is run again. */
async function changeList(shop: Shop, chance: Chance): Promise<string> {
  const { organizationId, environment } = shop
  const { name, productId } = chance.pick(shop.offers)
  // Its grants follow the list too.
  await provideOneTimePurchase(shop, productId)
  const { pool } = environment.database
  const benefits = await pool.query<{ id: Id<'benefit'>; description: string }>(
    'select id, description from benefit where organization_id = $1 order by id',
    [organizationId],
  )
  const { id, description } = chance.pick(benefits.rows)
  const key = [organizationId, productId, id]
  const { rowCount } = await pool.query(
    `delete from product_benefit
      where organization_id = $1 and product_id = $2 and benefit_id = $3`,
    key,
  )
  const isGone = rowCount === 1
  if (!isGone) {
    await pool.query(
      `insert into product_benefit (organization_id, product_id, benefit_id, position)
       select $1, $2, $3, coalesce(max(position), -1) + 1 from product_benefit
        where organization_id = $1 and product_id = $2`,
      key,
    )
  }
  const at = chance.oneIn(2) ? chance.whole(1, 25) : null
  const converge = (deps: TestDeps) =>
    convergeGrants(
      withoutProviders(deps),
      { organizationId, productId },
      new AbortController().signal,
    )
  if (at !== null) await crashing(shop, at, converge)
  await Promise.all([1, 2].map(() => converge(depsOf(shop, shop.tamper))))
  const crash = at === null ? '' : `, and the job crashes at statement ${at} at the latest`
  return `${name} ${isGone ? 'loses' : 'gains'} “${description}”${crash}`
}

const terms = [
  { limitUsage: 5, activations: { limit: 2, enableCustomerAdmin: true } },
  { limitUsage: 20, activations: { limit: 1, enableCustomerAdmin: true } },
  { limitUsage: null, activations: null },
  { limitUsage: 10, activations: { limit: 4, enableCustomerAdmin: false } },
] as const

/** What the keys of a benefit allow. The keys that were sold before only gain. */
async function changeTerms(shop: Shop, chance: Chance): Promise<string> {
  const { organizationId, environment, deps } = shop
  const changed = chance.pick(terms)
  const { rows } = await environment.database.pool.query<{ id: Id<'benefit'> }>(
    `update benefit set properties = properties || $2::jsonb
      where organization_id = $1 and type = 'license_keys' returning id`,
    [organizationId, JSON.stringify(changed)],
  )
  for (const { id: benefitId } of rows) {
    const refresh = (some: TestDeps) =>
      refreshGrants(
        withoutProviders(some),
        { organizationId, benefitId },
        new AbortController().signal,
      )
    if (chance.oneIn(3)) await crashing(shop, chance.whole(1, 15), refresh)
    await refresh(deps)
  }
  return `keys allow ${changed.limitUsage ?? 'any'} uses`
}

interface KnownKey {
  readonly id: Id<'licenseKey'>
  readonly text: string
  readonly isHeld: boolean
  readonly sellerStatus: string | null
  readonly usage: number
}

/** As the seller sees a key, without what the server makes of it. */
async function pickKey(shop: Shop, chance: Chance): Promise<KnownKey | null> {
  const { organizationId, environment, deps } = shop
  const { rows } = await environment.database.pool.query<{ id: Id<'licenseKey'> }>(
    'select id from license_key where organization_id = $1 order by id',
    [organizationId],
  )
  if (rows.length === 0) return null
  const { id } = chance.pick(rows)
  const row = await findLicenseKeyIn(environment.database.kysely, [organizationId], id)
  assert(row !== undefined, 'keys are never deleted')
  const { isHeld, sellerStatus, usage } = row
  return { id, text: openKey(deps.keyring, row), isHeld, sellerStatus, usage }
}

async function validateKey(shop: Shop, chance: Chance): Promise<string> {
  const key = await pickKey(shop, chance)
  if (key === null) return 'there is no key to validate'
  const incrementUsage = chance.whole(0, 4)
  const { organizationId, deps } = shop
  const digest = digestOf(key.text)
  const asked = { organizationId, key: key.text, digest, incrementUsage, conditions: {} }
  const outcomes = await runUnitOfWork(deps.uowFactory, { organizationId }, ({ tx, now }) =>
    validateLicenseKeys(tx, { organizationId, now }, [asked, asked]),
  )
  const valid = outcomes.filter((one) => !isRefused(one))
  const mayPass = key.isHeld && key.sellerStatus === null
  assert(mayPass || valid.length === 0, 'a key that nobody holds, or that was taken, is refused')
  const after = await deps.uowFactory.database.kysely
    .selectFrom('licenseKey')
    .select('usage')
    .where('organizationId', '=', organizationId)
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow()
  const isCounted = after.usage === key.usage + valid.length * incrementUsage
  assert(isCounted, 'each validation counts the usage that it was answered')
  return `a key is validated twice for ${incrementUsage}, ${valid.length} times with success`
}

async function activateKey(shop: Shop, chance: Chance): Promise<string> {
  const key = await pickKey(shop, chance)
  if (key === null) return 'there is no key to activate'
  const { organizationId } = shop
  const activate = async (label: string) => {
    const { uowFactory } = depsOf(shop, shop.tamper)
    const input = { organizationId, key: key.text, label, conditions: {}, meta: {} }
    try {
      return await runUnitOfWork(uowFactory, { organizationId }, async (uow) => {
        const { activation } = await activateLicenseKey(uow, input)
        return activation.id
      })
    } catch (error) {
      if (error instanceof Problem) return null
      throw error
    }
  }
  const made = (await Promise.all(['A', 'B'].map(activate))).filter((id) => id !== null)
  const [first] = made
  if (first !== undefined && chance.oneIn(2)) {
    await runUnitOfWork(shop.deps.uowFactory, { organizationId }, (uow) =>
      deactivateLicenseKey(uow, { organizationId, key: key.text, activationId: first }),
    )
  }
  return `two computers activate a key, ${made.length} with success`
}

async function changeKey(shop: Shop, chance: Chance): Promise<string> {
  const key = await pickKey(shop, chance)
  if (key === null) return 'there is no key to change'
  const { organizationId, deps } = shop
  const status = chance.pick(['granted', 'disabled', 'revoked'] as const)
  try {
    await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
      changeLicenseKey(uow, deps, { organizationId, id: key.id }, { status }),
    )
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return `a key can’t be ${status}`
  }
  const isValid = await runUnitOfWork(deps.uowFactory, { organizationId }, async ({ tx, now }) => {
    const asked = { organizationId, key: key.text, digest: digestOf(key.text), conditions: {} }
    const [outcome] = await validateLicenseKeys(tx, { organizationId, now }, [asked])
    return outcome !== undefined && !isRefused(outcome)
  })
  assert(status === 'granted' || !isValid, 'a key that the seller has taken is refused')
  return `a key is ${status}`
}
