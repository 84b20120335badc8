import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../../kernel/assert.ts'
import { distinct } from '../../../../kernel/indexing.ts'
import { isSame } from '../../../../kernel/json-equality.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import type { BenefitRow } from '../../../benefits/store/benefits.ts'
import { statusAfter } from '../../rules/grant-lifecycle.ts'
import { placeAccess } from '../../store/external-access.ts'
import type { GrantRow, GrantState } from '../../store/grants.ts'
import { lockAccounts } from '../../store/oauth-accounts.ts'
import type { GrantKindDeps } from '../grant-kind.ts'
import type { ExternalKind } from './external-kind.ts'

/** A grant that is to be delivered: a new one, or as it stands. */
export interface PlacedGrant extends Pick<GrantRow, 'organizationId' | 'id' | 'customerId'> {
  readonly benefit: BenefitRow
  /** Null for a new grant, or one that is granted again. */
  readonly current: (Pick<GrantRow, 'status' | 'grantedAt'> & Pick<GrantState, 'properties'>) | null
}

/**
 * Notes where these grants are to be given, in the transaction that entitles to them. The provider
 * is called after it. Returns how they stand until then, in their order.
 */
export async function placeGrants(
  uow: UnitOfWork,
  deps: GrantKindDeps,
  kind: ExternalKind,
  grants: readonly PlacedGrant[],
): Promise<readonly GrantState[]> {
  const [first] = grants
  if (first === undefined) return []
  const { organizationId } = first
  if (deps.providers[kind.provider] === null) {
    return grants.map((grant) => ({
      ...without(grant, 'refuse'),
      ...errorOf(uow, 'BenefitProviderError', kind.unavailable.refused),
    }))
  }
  const accounts = await lockAccounts(uow.tx, {
    organizationId,
    customerIds: distinct(grants.map(({ customerId }) => customerId)),
    provider: kind.provider,
  })
  const wanted = grants.flatMap(({ customerId, benefit }) => {
    const accountId = accounts.get(customerId)?.accountId
    if (accountId === undefined) return []
    const { provider, placeOf } = kind
    return { id: uow.newId('externalAccess'), provider, accountId, place: placeOf(benefit) }
  })
  if (wanted.length > 0) uow.noteDue(organizationId, 'entitlements.deliver_access')
  const accesses = await placeAccess(uow.tx, organizationId, wanted, deps.clock.now())
  return grants.map((grant) => {
    const accountId = accounts.get(grant.customerId)?.accountId
    if (accountId === undefined) return awaiting(uow, kind, grant)
    const place = kind.placeOf(grant.benefit)
    const access = accesses.find((one) => one.accountId === accountId && isSame(one.place, place))
    assert(access !== undefined, 'each place has a row')
    return sent(grant, access.id)
  })
}

/** On its way. What is held already is shown until the provider has answered. */
const sent = ({ current }: PlacedGrant, externalAccessId: Id<'externalAccess'>): GrantState => {
  const status = current === null ? 'pending' : statusAfter(current.status, 'send')
  return {
    status,
    grantedAt: current?.grantedAt ?? null,
    ...noError,
    externalAccessId,
    properties: status === 'granted' ? (current?.properties ?? {}) : {},
  }
}

const awaiting = (uow: UnitOfWork, kind: ExternalKind, grant: PlacedGrant): GrantState => ({
  ...without(grant, 'await'),
  ...errorOf(uow, 'BenefitActionRequiredError', connectFirst(kind)),
})

const connectFirst = ({ name }: ExternalKind): string =>
  `The customer has to connect a ${name} account in the customer portal.`

function without({ current }: PlacedGrant, move: 'await' | 'refuse'): GrantState {
  const status = current === null ? statusOfNew[move] : statusAfter(current.status, move)
  const grantedAt = current?.grantedAt ?? null
  return { status, grantedAt, ...noError, externalAccessId: null, properties: {} }
}

const statusOfNew = { await: 'waiting', refuse: 'failed' } as const

export const noError = { errorType: null, errorMessage: null, errorAt: null } as const

type ErrorType = 'BenefitActionRequiredError' | 'BenefitProviderError' | 'BenefitRevocationError'

const messageLengthMax = 1000

export const errorOf = (
  { now }: Pick<UnitOfWork, 'now'>,
  errorType: ErrorType,
  message: string,
): Pick<GrantRow, 'errorType' | 'errorMessage' | 'errorAt'> => ({
  errorType,
  errorMessage: message.slice(0, messageLengthMax),
  errorAt: now,
})
