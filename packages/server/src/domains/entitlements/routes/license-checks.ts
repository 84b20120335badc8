import * as contract from '@guildhall/contract/entitlements/license-checks'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { resolveOrganization, sellerUnitOfWork } from '../../organizations/actions/seller.ts'
import { activateLicenseKey, deactivateLicenseKey } from '../actions/activate-license-key.ts'
import type { LicenseDeps } from '../actions/deps.ts'
import { issueOfflineLicense } from '../actions/offline-licenses.ts'
import {
  type PresentCustomer,
  presentHolder,
  presentValidated,
} from '../actions/show-license-keys.ts'
import {
  type LicenseValidation,
  licenseValidator,
  validateLicenseKeys,
} from '../actions/validate-license-keys.ts'
import { digestOf } from '../kinds/license-keys.ts'
import { presentActivation, presentLicenseKey } from '../present/license-key.ts'
import { findSigningKey } from '../store/license-signing-keys.ts'

/** Of applications with a key, and of sellers’ backends. */
export const licenseCheckRoutes = (deps: LicenseDeps): readonly OperationRoute[] => {
  const validate = licenseValidator(deps)
  return [
    validateRoute(deps, validate),
    validateAsSellerRoute(deps, validate),
    activateRoute(deps),
    activateAsSellerRoute(deps),
    deactivateRoute(deps),
    deactivateAsSellerRoute(deps),
    offlineLicenseRoute(deps),
    signingKeysRoute(deps),
  ]
}

type Validate = ReturnType<typeof licenseValidator>

interface ShownKey {
  readonly organizationId: Id<'organization'>
  readonly digest: Buffer
}

/** With the digest under which the key is counted and found. */
const digested = <B extends { readonly key: string }>(
  body: B,
): B & { readonly digest: Buffer } => ({
  ...body,
  digest: digestOf(body.key),
})

const requestsMax = 300
const windowSeconds = 60

/** Of one key, from anywhere: a stranger can’t use it up without knowing the key. */
const limitRequests = ({ limit }: LicenseDeps, { organizationId, digest }: ShownKey) =>
  limit('license key', requestsMax, windowSeconds, ['key', organizationId, digest.toString('hex')])

const validateRoute = (deps: LicenseDeps, validate: Validate) =>
  serve(contract.validateLicenseKey, async (call) => {
    const asked = digested(call.body)
    await limitRequests(deps, asked)
    if (call.headers['idempotency-key'] === undefined) {
      return presentValidated(accept(await validate(asked)), presentHolder)
    }
    const { organizationId } = asked
    return runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
      const valid = accept(await validateOne(uow, asked))
      return call.finish(uow, presentValidated(valid, presentHolder))
    })
  })

const validateAsSellerRoute = (deps: LicenseDeps, validate: Validate) =>
  serve(contract.validateLicenseKeyAsSeller, async (call) => {
    const { caller, body, headers } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    const asked = { ...digested(body), organizationId }
    if (headers['idempotency-key'] === undefined) {
      return presentValidated(accept(await validate(asked)), presentCustomer)
    }
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const valid = accept(await validateOne(uow, asked))
      return call.finish(uow, presentValidated(valid, presentCustomer))
    })
  })

async function validateOne({ tx, now }: UnitOfWork, asked: LicenseValidation) {
  const { organizationId } = asked
  const [outcome] = await validateLicenseKeys(tx, { organizationId, now }, [asked])
  assert(outcome !== undefined, 'every validation has an outcome')
  return outcome
}

const activateRoute = (deps: LicenseDeps) =>
  serve(contract.activateLicenseKey, async (call) => {
    const { body } = call
    await limitRequests(deps, digested(body))
    const { organizationId } = body
    return runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
      return call.finish(uow, await activate(uow, body, presentHolder))
    })
  })

const activateAsSellerRoute = (deps: LicenseDeps) =>
  serve(contract.activateLicenseKeyAsSeller, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) =>
      call.finish(uow, await activate(uow, { ...body, organizationId }, presentCustomer)),
    )
  })

async function activate(
  uow: UnitOfWork,
  body: Parameters<typeof activateLicenseKey>[1],
  present: PresentCustomer,
) {
  const { row, activation } = await activateLicenseKey(uow, body)
  const [customer] = await findCustomersByIds(uow.tx, row.organizationId, [row.customerId])
  assert(customer !== undefined, 'customers keep their rows')
  const shown = { key: body.key, customer: present(customer) }
  return { ...presentActivation(activation), licenseKey: presentLicenseKey(row, shown) }
}

const deactivateRoute = (deps: LicenseDeps) =>
  serve(contract.deactivateLicenseKey, async (call) => {
    const { body } = call
    await limitRequests(deps, digested(body))
    const { organizationId } = body
    await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
      await deactivateLicenseKey(uow, body)
      await call.finish(uow, undefined)
    })
  })

const deactivateAsSellerRoute = (deps: LicenseDeps) =>
  serve(contract.deactivateLicenseKeyAsSeller, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    await sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      await deactivateLicenseKey(uow, { ...body, organizationId })
      await call.finish(uow, undefined)
    })
  })

const offlineLicenseRoute = (deps: LicenseDeps) =>
  serve(contract.issueOfflineLicense, async (call) => {
    const { body } = call
    await limitRequests(deps, digested(body))
    const { organizationId } = body
    return runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) =>
      call.finish(uow, await issueOfflineLicense(uow, deps, body)),
    )
  })

const signingKeysRoute = ({ uowFactory }: LicenseDeps) =>
  serve(contract.getLicenseSigningKeys, async ({ params }) => {
    const key = await findSigningKey(uowFactory.database.reads, params.id)
    if (key === undefined) throw new Problem('not_found')
    return {
      keys: [
        {
          kty: 'OKP' as const,
          crv: 'Ed25519' as const,
          alg: 'EdDSA' as const,
          use: 'sig' as const,
          kid: key.id,
          x: key.publicKey.toString('base64url'),
        },
      ],
    }
  })
