import type { ServiceCall } from './stand-in-service.ts'

interface Invitation {
  readonly id: number
  readonly repository: string
  readonly accountId: number
  permissions: string
  expired: boolean
}

/** Who may do what in which repository of the stand-in. Repositories are named `owner/name`. */
export class RepositoryPeople {
  readonly #logins = new Map<number, string>()
  readonly #collaborators = new Map<string, string>()
  #invitations: Invitation[] = []
  /** One per mail that was sent. */
  readonly mails: string[] = []

  /** The id of an account, which is new if nobody has this name. */
  idOf(login: string): number {
    for (const [id, name] of this.#logins) if (name === login) return id
    const id = 5000 + this.#logins.size
    this.#logins.set(id, login)
    return id
  }

  loginOf(id: number): string | undefined {
    return this.#logins.get(id)
  }

  rename(from: string, to: string): void {
    this.#logins.set(this.idOf(from), to)
  }

  delete(login: string): void {
    this.#logins.delete(this.idOf(login))
  }

  /** `push`, `invited: push`, or null. */
  accessOf(repository: string, login: string): string | null {
    const id = this.idOf(login)
    const open = this.invitationsOf(repository).filter(({ accountId }) => accountId === id)
    const [first] = open
    if (first !== undefined) {
      const count = open.length === 1 ? '' : ` (${open.length} times)`
      return `invited: ${first.permissions}${count}`
    }
    return this.#collaborators.get(keyOf(repository, id)) ?? null
  }

  accept(repository: string, login: string): void {
    const id = this.idOf(login)
    const [invitation] = this.invitationsOf(repository).filter((one) => one.accountId === id)
    if (invitation === undefined) throw new Error(`${login} has no invitation to ${repository}`)
    this.cancel(invitation.id)
    this.#collaborators.set(keyOf(repository, id), plainOf(invitation.permissions))
  }

  expire(repository: string): void {
    for (const one of this.invitationsOf(repository)) one.expired = true
  }

  leave(repository: string, login: string): void {
    this.#collaborators.delete(keyOf(repository, this.idOf(login)))
  }

  invitationsOf = (repository: string): readonly Invitation[] =>
    this.#invitations.filter((one) => one.repository === repository.toLowerCase())

  cancel(id: number): boolean {
    const before = this.#invitations.length
    this.#invitations = this.#invitations.filter((one) => one.id !== id)
    return this.#invitations.length < before
  }

  /** True for a new invitation. */
  add(repository: string, login: string, permission: string): Invitation | null {
    const accountId = this.idOf(login)
    if (this.#collaborators.has(keyOf(repository, accountId))) {
      this.#collaborators.set(keyOf(repository, accountId), permission)
      return null
    }
    this.mails.push(`${login}: ${repository.toLowerCase()}`)
    const invitation = {
      id: 9000 + this.mails.length,
      repository: repository.toLowerCase(),
      accountId,
      permissions: spelled[permission] ?? permission,
      expired: false,
    }
    this.#invitations.push(invitation)
    return invitation
  }

  clear(): void {
    this.#collaborators.clear()
    this.#invitations = []
    this.mails.length = 0
  }
}

const keyOf = (repository: string, id: number) => `${repository.toLowerCase()} ${id}`

const spelled: Readonly<Record<string, string>> = { pull: 'read', push: 'write' }

const plainOf = (permissions: string) =>
  Object.entries(spelled).find(([, invited]) => invited === permissions)?.[0] ?? permissions

const refuse = (status: number, message: string) => ({ status, body: { message } })

const done = { status: 204, body: {} }

/** What an installation may do, with an installation token of this repository. */
export function answerToInstallation(
  { method, path, query, json }: ServiceCall,
  people: RepositoryPeople,
  repository: string,
) {
  const user = /^\/user\/(\d+)$/.exec(path)?.[1]
  if (user !== undefined) {
    const login = people.loginOf(Number(user))
    return login === undefined
      ? refuse(404, 'Not Found')
      : { status: 200, body: { id: Number(user), login } }
  }
  const inside = path.toLowerCase().replace(`/repos/${repository.toLowerCase()}`, '')
  const [, kind, name] = /^\/(invitations|collaborators)(?:\/([\w-]+))?$/.exec(inside) ?? []
  const { permission = 'push', permissions } = Object(json)
  if (kind === 'collaborators' && name !== undefined) {
    if (method === 'DELETE') people.leave(repository, name)
    if (method !== 'PUT') return done
    const made = people.add(repository, name, String(permission))
    return made === null ? done : { status: 201, body: shown(made) }
  }
  if (kind !== 'invitations') return refuse(404, 'Not Found')
  if (name === undefined) {
    const [size, page] = [Number(query.get('per_page')), Number(query.get('page'))]
    const all = people.invitationsOf(repository).map(shown)
    return { status: 200, body: all.slice(size * (page - 1), size * page) }
  }
  const found = people.invitationsOf(repository).find(({ id }) => id === Number(name))
  if (found === undefined) return refuse(404, 'Not Found')
  if (method === 'DELETE') return people.cancel(found.id) ? done : refuse(404, 'Not Found')
  found.permissions = String(permissions)
  return { status: 200, body: shown(found) }
}

const shown = ({ id, accountId, permissions, expired }: Invitation) => ({
  id,
  invitee: { id: accountId },
  permissions,
  expired,
})
