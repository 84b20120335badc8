import { networkOf } from '../../../platform/http/rate-limit-network.ts'
import type { IdentityParts } from '../actions/parts.ts'

const requestsMax = 3
const windowSeconds = 60

/**
 * Counts mails of any kind that one network asks for one address. Never the address alone: a
 * stranger could keep its owner from getting mail.
 */
export const limitMailsTo = (
  { limit }: Pick<IdentityParts, 'limit'>,
  email: string,
  { address }: { readonly address: string },
): Promise<void> =>
  limit('mails', requestsMax, windowSeconds, ['address', email, 'network', networkOf(address)])
