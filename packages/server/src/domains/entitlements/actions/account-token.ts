import type { Id } from '@guildhall/contract/primitives'
import type { OAuthAccountRow } from '../store/oauth-accounts.ts'
import type { EntitlementDeps } from './deps.ts'

interface AccountKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly provider: string
}

export const sealAccountToken = (
  { keyring }: Pick<EntitlementDeps, 'keyring'>,
  key: AccountKey,
  token: string,
): Buffer => keyring.seal(token, boundTo(key))

/** Null where there is none, or where it has expired. */
export function openAccountToken(
  { keyring, clock }: Pick<EntitlementDeps, 'keyring' | 'clock'>,
  account: OAuthAccountRow,
): string | null {
  const { accessToken, accessTokenExpiresAt: end } = account
  if (accessToken === null || (end !== null && end <= clock.now())) return null
  return keyring.open(accessToken, boundTo(account))
}

const boundTo = ({ organizationId, customerId, provider }: AccountKey): readonly string[] => [
  'oauth-account',
  organizationId,
  customerId,
  provider,
]
