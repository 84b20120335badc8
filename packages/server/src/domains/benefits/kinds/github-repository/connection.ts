import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import {
  findGitHubConnection,
  type GitHubConnectionKey,
  saveGitHubConnection,
} from '../../store/github-connections.ts'
import type { ProviderDeps } from '../providers.ts'

const lifetimeMilliseconds = 3_600_000

/** The GitHub account of a session, for as long as it takes to create benefits. */
export interface GitHubConnection {
  readonly login: string
  readonly accessToken: string
}

/** Expires in real time even where the organization's clock is frozen, because GitHub's is not. */
export const saveConnection = (
  { tx }: UnitOfWork,
  { keyring, clock }: Pick<ProviderDeps, 'keyring' | 'clock'>,
  key: GitHubConnectionKey,
  { login, accessToken }: GitHubConnection,
): Promise<void> =>
  saveGitHubConnection(tx, {
    organizationId: key.organizationId,
    sessionId: key.sessionId,
    login,
    accessToken: keyring.seal(accessToken, boundTo(key)),
    expiresAt: new Date(clock.now().getTime() + lifetimeMilliseconds),
  })

/** Null where there is none or it has expired. */
export async function findConnection(
  { keyring, clock, uowFactory }: Pick<ProviderDeps, 'keyring' | 'clock' | 'uowFactory'>,
  key: GitHubConnectionKey,
): Promise<GitHubConnection | null> {
  const found = await findGitHubConnection(uowFactory.database.kysely, key, clock.now())
  const accessToken = found === undefined ? null : keyring.open(found.accessToken, boundTo(key))
  return found === undefined || accessToken === null ? null : { login: found.login, accessToken }
}

const boundTo = ({ organizationId, sessionId }: GitHubConnectionKey): readonly string[] => [
  'github-connection',
  organizationId,
  sessionId,
]
