import { generateRandomCodeVerifier } from 'oauth4webapi'
import * as z from 'zod/mini'
import type { JsonObject } from '../database/json.ts'
import {
  type AccessRefusal,
  type ConnectedAccount,
  type ExternalAccess,
  type Given,
  inWordsOf,
  type Taken,
} from '../external-access.ts'
import type { ServiceAnswer, ServiceFailure, ServiceRefusal } from '../http-client/call-service.ts'

interface RepositoryPlace {
  readonly owner: string
  readonly name: string
}

/** A permission in a repository. */
interface RepositoryGift extends RepositoryPlace {
  readonly permission: Permission
}

export type RepositoryAccess = ExternalAccess<RepositoryPlace, RepositoryGift>

/** From the lowest to the highest. */
export const permissions = ['pull', 'triage', 'push', 'maintain', 'admin'] as const
type Permission = (typeof permissions)[number]

/** Invitations spell two of them differently. */
const invitedAs = {
  pull: 'read',
  triage: 'triage',
  push: 'write',
  maintain: 'maintain',
  admin: 'admin',
} as const satisfies Record<Permission, string>

interface GitHubRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: JsonObject
  /** Null for the app’s own. */
  readonly token: string | null
  /** False for the token of a person, who may revoke it. */
  readonly showsOwnCredentials?: boolean
}

export type CallGitHub = <S extends z.core.$ZodType>(
  path: string,
  schema: S,
  request: GitHubRequest,
) => Promise<ServiceAnswer<z.output<S>> | ServiceFailure>

interface Deps {
  readonly call: CallGitHub
  readonly authorizeUrl: RepositoryAccess['identifyUrl']
  readonly finishAuthorization: (
    callback: Parameters<RepositoryAccess['identify']>[0],
  ) => Promise<{ readonly accessToken: string } | { readonly failed: string }>
}

export const repositoryAccess = ({
  call,
  authorizeUrl,
  finishAuthorization,
}: Deps): RepositoryAccess => ({
  newCodeVerifier: generateRandomCodeVerifier,
  identifyUrl: authorizeUrl,
  async identify(callback) {
    const tokens = await finishAuthorization(callback)
    return 'failed' in tokens ? tokens : identify(call, tokens.accessToken)
  },
  give: (place, account) => invite(call, place, account.id),
  take: (place, account) => remove(call, place, account.id),
})

/** The account’s own token isn’t needed again: the app invites. */
async function identify(
  call: CallGitHub,
  token: string,
): Promise<{ readonly account: ConnectedAccount } | { readonly failed: string }> {
  const found = await call('/user', User, { token, showsOwnCredentials: false })
  if ('refused' in found) return { failed: `status ${found.refused}` }
  if ('unavailable' in found) return { failed: found.unavailable }
  const { id, login } = found.answer
  return { account: { id: String(id), username: login, token: null } }
}

const User = z.object({
  id: z.int(),
  login: z.string().check(z.regex(/^[\w-]{1,100}$/)),
})

const Invitation = z.object({
  id: z.int(),
  invitee: z.nullable(z.object({ id: z.int() })),
  permissions: z.string(),
  expired: z.optional(z.boolean()),
})
type Invitation = z.output<typeof Invitation>

/** What an account is in a repository, as far as the app sees it. */
interface Found {
  readonly repository: string
  /** Of the installation. */
  readonly token: string
  /** As it is called now; null where the account no longer exists. */
  readonly login: string | null
  readonly invitation: Invitation | null
}

/**
 * A second invitation would be mailed again, so an open one is looked for first. GitHub counts
 * what it answers 204 to as given: a collaborator with that permission from then on.
 */
async function invite(call: CallGitHub, place: RepositoryGift, id: string): Promise<Given> {
  const found = await lookUp(call, place, id)
  if (!('repository' in found)) return found
  const { repository, token, login, invitation } = found
  if (login === null) return accountGone
  if (invitation !== null && invitation.expired !== true) {
    const wanted = invitedAs[place.permission]
    if (invitation.permissions === wanted) return { given: 'invited' }
    const path = `${repository}/invitations/${invitation.id}`
    const body = { permissions: wanted }
    const moved = await call(path, z.unknown(), { method: 'PATCH', body, token })
    if ('answer' in moved) return { given: 'invited' }
    // They accepted it meanwhile.
    if ('unavailable' in moved || moved.refused !== 404) return failureOf(moved)
  }
  if (invitation?.expired === true) {
    const canceled = await cancel(call, found, invitation)
    if (canceled !== null) return canceled
  }
  const path = `${repository}/collaborators/${login}`
  const body = { permission: place.permission }
  const invited = await call(path, z.unknown(), { method: 'PUT', body, token })
  if (!('answer' in invited)) return failureOf(invited)
  return { given: invited.answer === undefined ? 'held' : 'invited' }
}

/** Withdraws an open invitation too; it may be accepted just before. */
async function remove(call: CallGitHub, place: RepositoryPlace, id: string): Promise<Taken> {
  const found = await lookUp(call, place, id)
  if (!('repository' in found)) return found
  const { repository, token, login, invitation } = found
  if (invitation !== null) {
    const canceled = await cancel(call, found, invitation)
    if (canceled !== null) return canceled
  }
  if (login === null) return { taken: true }
  const path = `${repository}/collaborators/${login}`
  const removed = await call(path, z.unknown(), { method: 'DELETE', token })
  const isDone = 'answer' in removed || ('refused' in removed && removed.refused === 404)
  return isDone ? { taken: true } : failureOf(removed)
}

/** Null once it is gone. */
async function cancel(
  call: CallGitHub,
  { repository, token }: Found,
  { id }: Invitation,
): Promise<AccessRefusal | ServiceFailure | null> {
  const path = `${repository}/invitations/${id}`
  const canceled = await call(path, z.unknown(), { method: 'DELETE', token })
  const isDone = 'answer' in canceled || ('refused' in canceled && canceled.refused === 404)
  return isDone ? null : failureOf(canceled)
}

async function lookUp(
  call: CallGitHub,
  { owner, name }: RepositoryPlace,
  id: string,
): Promise<Found | AccessRefusal | ServiceFailure> {
  const repository = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`
  const installed = await call(`${repository}/installation`, z.object({ id: z.int() }), {
    token: null,
  })
  if ('unavailable' in installed) return installed
  if ('refused' in installed) return explained(notInstalled(`${owner}/${name}`), installed)
  const entered = await call(
    `/app/installations/${installed.answer.id}/access_tokens`,
    z.object({ token: z.string() }),
    {
      method: 'POST',
      body: { repositories: [name], permissions: { administration: 'write', metadata: 'read' } },
      token: null,
    },
  )
  if ('unavailable' in entered) return entered
  if ('refused' in entered) return explained(powerless, entered)
  const { token } = entered.answer
  const user = await call(`/user/${encodeURIComponent(id)}`, User, { token })
  if ('unavailable' in user) return user
  if ('refused' in user && user.refused !== 404) return explained(powerless, user)
  const invitation = await findInvitation(call, { repository, token }, Number(id))
  if (invitation !== null && !('id' in invitation)) return invitation
  const login = 'answer' in user ? user.answer.login : null
  return { repository, token, login, invitation }
}

const pageSize = 100
/** Invitations expire after a week, and a repository may send 50 a day. */
const pagesMax = 5

async function findInvitation(
  call: CallGitHub,
  { repository, token }: Pick<Found, 'repository' | 'token'>,
  accountId: number,
): Promise<Invitation | AccessRefusal | ServiceFailure | null> {
  for (let page = 1; page <= pagesMax; page++) {
    const path = `${repository}/invitations?per_page=${pageSize}&page=${page}`
    const listed = await call(path, z.array(Invitation), { token })
    if (!('answer' in listed)) return failureOf(listed)
    const found = listed.answer.find(({ invitee }) => invitee?.id === accountId)
    if (found !== undefined) return found
    if (listed.answer.length < pageSize) return null
  }
  return null
}

const accountGone = {
  accountMissing: 'This GitHub account no longer exists. Another one has to be connected.',
} as const

const notInstalled = (repository: string) =>
  `The app is no longer installed for ${repository}, or the repository is gone.`

const powerless =
  'The app may not invite people to this repository. Give it the permission “Administration”.'

const explained = (hint: string, answer: ServiceRefusal): AccessRefusal => ({
  refused: `${hint} ${inWordsOf('GitHub', answer)}`,
})

function failureOf(answer: ServiceRefusal | ServiceFailure): AccessRefusal | ServiceFailure {
  if ('unavailable' in answer) return answer
  return answer.refused === 403 || answer.refused === 404
    ? explained(powerless, answer)
    : { refused: inWordsOf('GitHub', answer) }
}
