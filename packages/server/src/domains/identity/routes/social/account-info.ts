import { accountInfo, accountInfoByPost } from '@guildhall/contract/identity/social'
import { decodeJwt } from 'jose'
import { Problem } from '../../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../../platform/http/serve.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import { openedTokens } from '../../actions/sealed-tokens.ts'
import type { SignedIn } from '../../actions/signed-in.ts'
import { type AccountRow, accountsOf } from '../../store/accounts.ts'
import { readProfile } from './read-profile.ts'
import type { KnownProvider, Social } from './social.ts'
import { freshAccount } from './tokens.ts'

export const accountInfoRoutes = (parts: IdentityParts, social: Social): EndpointRoute[] => [
  serve(accountInfo, ({ caller, query }) => infoOf(parts, social, { caller, ...query })),
  serve(accountInfoByPost, ({ caller, body }) => infoOf(parts, social, { caller, ...body })),
]

interface Asked {
  readonly caller: SignedIn
  readonly accountId: string
}

async function infoOf(parts: IdentityParts, social: Social, { caller, accountId }: Asked) {
  const accounts = await accountsOf(parts.workshop.database.kysely, caller.user.id)
  const account = accounts.find((one) => one.accountId === accountId)
  if (account === undefined) throw new Problem('account_not_found')
  const provider = await social.find(account.providerId)
  if (provider === null) {
    throw new Problem('provider_of_account_not_configured', { provider: account.providerId })
  }
  const told = await tokensFor(parts, social, { provider, account })
  const read = await readProfile(parts, provider, told)
  // An access token could have become another person's at the provider, whatever we believe.
  if (read === null || read.profile.subject !== account.accountId) {
    throw new Problem('no_info_of_account')
  }
  const { subject, name, email, image, emailVerified } = read.profile
  return {
    user: {
      id: subject,
      ...(name === null ? {} : { name }),
      ...(email === null ? {} : { email }),
      ...(image === null ? {} : { image }),
      emailVerified,
    },
    data: typeof read.raw === 'object' && read.raw !== null ? { ...read.raw } : {},
  }
}

interface AccountThere {
  readonly provider: KnownProvider
  readonly account: AccountRow
}

/** Where the provider answers no questions, what its last id token said; it was verified then. */
async function tokensFor(parts: IdentityParts, social: Social, there: AccountThere) {
  const { calls, idToken: rule } = there.provider.row
  const asks = calls.length > 0
  const fresh = asks ? await freshAccount(parts, social, there) : there.account
  const { accessToken, idToken } = openedTokens(parts.keyring, fresh)
  if (asks && accessToken === null && idToken === null) throw new Problem('no_valid_access_token')
  const claims = rule === null || idToken === null ? null : decodeJwt(idToken)
  return { claims, accessToken: asks ? accessToken : null }
}
