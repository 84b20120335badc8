import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  tokenCreatedMessage,
  tokenExpiringMessage,
  tokensLeftMessage,
} from '../messages/access-tokens.ts'
import type { NamedPerson } from '../messages/person.ts'
import { type AccessTokenRow, listTokensOfCreator } from '../store/access-tokens.ts'
import type { Membership } from '../store/members.ts'
import type { OrganizationDeps } from './deps.ts'
import { notifyMembers } from './notify-members.ts'

type Deps = Pick<OrganizationDeps, 'keyring' | 'config'>

const right = 'organization_access_tokens:write'

export const notifyTokenCreated = (
  uow: UnitOfWork,
  deps: Deps,
  created: { readonly token: AccessTokenRow; readonly creator: NamedPerson },
): Promise<void> =>
  notifyMembers(
    uow,
    deps,
    { organizationId: created.token.organizationId, right },
    ({ site, organization: { name, slug } }) =>
      tokenCreatedMessage({ site, organization: name, url: tokensUrl(deps, slug) }, created),
  )

export const notifyTokenExpiring = (
  uow: UnitOfWork,
  deps: Deps,
  token: AccessTokenRow,
): Promise<void> =>
  notifyMembers(
    uow,
    deps,
    { organizationId: token.organizationId, right },
    ({ site, organization: { name, slug } }) =>
      tokenExpiringMessage({ site, organization: name, url: tokensUrl(deps, slug) }, token),
  )

/** Call it after the membership ended. Says nothing if the member leaves no token behind. */
export async function notifyTokensLeft(
  uow: UnitOfWork,
  deps: Deps,
  { organizationId, userId }: Membership,
  creator: NamedPerson,
): Promise<void> {
  const tokens = await listTokensOfCreator(uow.tx, { organizationId, userId }, uow.now)
  if (tokens.length === 0) return
  await notifyMembers(
    uow,
    deps,
    { organizationId, right },
    ({ site, organization: { name, slug } }) =>
      tokensLeftMessage(
        { site, organization: name, url: tokensUrl(deps, slug) },
        { tokens, creator },
      ),
  )
}

const tokensUrl = ({ config }: Deps, slug: string): string =>
  `${config.server.url}/dashboard/${slug}/settings/access-tokens`
