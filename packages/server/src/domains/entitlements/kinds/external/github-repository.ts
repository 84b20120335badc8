import * as z from 'zod/mini'
import { permissions } from '../../../../platform/github/repository-access.ts'
import { type ExternalKind, notConfigured } from './external-kind.ts'

const Stored = z.object({
  repositoryOwner: z.string(),
  repositoryName: z.string(),
  permission: z.enum(permissions),
})
const Place = z.object({ repository_owner: z.string(), repository_name: z.string() })

interface Benefit {
  readonly properties: unknown
}

const placeOf = ({ properties }: Benefit) => {
  const { repositoryOwner, repositoryName } = z.parse(Stored, properties)
  return { repository_owner: repositoryOwner, repository_name: repositoryName }
}

const permissionOf = ({ properties }: Benefit) => z.parse(Stored, properties).permission

/** Several benefits may give the same repository. */
export const highestPermission = (benefits: readonly Benefit[]) =>
  permissions.findLast((one) => benefits.some((benefit) => permissionOf(benefit) === one)) ?? 'pull'

const repositoryIn = (place: unknown) => {
  const { repository_owner: owner, repository_name: name } = z.parse(Place, place)
  return { owner, name }
}

const unavailable = notConfigured('GitHub', 'GUILDHALL_GITHUB_APP_ID')

/** A permission in a repository. */
export const githubRepositoryGrants: ExternalKind = {
  type: 'github_repository',
  provider: 'github',
  name: 'GitHub',
  unavailable,
  placeOf,
  readPlace: (place) => z.parse(Place, place),
  givenBy: (benefit) => ({ ...placeOf(benefit), permission: permissionOf(benefit) }),
  stateOf: (held) => ({ invitation: held === 'invited' ? 'pending' : 'accepted' }),
  give: async ({ github }, place, { accountId, token, benefits }) => {
    const permission = highestPermission(benefits)
    const account = { id: accountId, token }
    return github?.permissions.give({ ...repositoryIn(place), permission }, account) ?? unavailable
  },
  take: async ({ github }, place, accountId) =>
    github?.permissions.take(repositoryIn(place), { id: accountId }) ?? unavailable,
}
