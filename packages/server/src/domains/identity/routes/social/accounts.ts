import { listAccounts, unlinkAccount as unlinkEndpoint } from '@guildhall/contract/identity/social'
import { type EndpointRoute, serve } from '../../../../platform/http/serve.ts'
import { work } from '../../../../platform/work.ts'
import { originOf } from '../../actions/origin.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import { presentAccount } from '../../actions/present-account.ts'
import { unlinkAccount } from '../../actions/unlink-account.ts'
import { accountsOf } from '../../store/accounts.ts'
import type { Social } from './social.ts'

export const listAccountsRoute = ({ workshop }: IdentityParts): EndpointRoute =>
  serve(listAccounts, async ({ caller }) => {
    const accounts = await accountsOf(workshop.database.kysely, caller.user.id)
    return accounts.map(presentAccount)
  })

export const unlinkAccountRoute = (parts: IdentityParts, social: Social): EndpointRoute =>
  serve(unlinkEndpoint, async (call) => {
    const { providerId, accountId = null } = call.body
    const unlinking = {
      userId: call.caller.user.id,
      providerId,
      providerName: social.nameOf(providerId),
      accountId,
      from: originOf(call),
    }
    await work(parts.workshop, {}, (unit) => unlinkAccount(unit, parts, unlinking))
    return { status: true as const }
  })
