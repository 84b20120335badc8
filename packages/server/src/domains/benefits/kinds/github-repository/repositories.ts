import { type Refusal, refuse } from '../../../../kernel/refusal.ts'

/** A repository as the connected person sees it, and what the app may do there. */
export interface RepositoryFacts {
  readonly isPersonal: boolean
  readonly isPrivate: boolean
  readonly isAdministered: boolean
  readonly app: 'missing' | 'powerless' | 'ready'
}

export type RepositoryObstacle = 'personal' | 'public' | 'not_administrator' | 'app_powerless'

/** Why the repository can't be offered as a benefit; null if it can. */
export function repositoryObstacle({
  isPersonal,
  isPrivate,
  isAdministered,
  app,
}: RepositoryFacts): RepositoryObstacle | null {
  if (isPersonal) return 'personal'
  if (!isPrivate) return 'public'
  if (!isAdministered) return 'not_administrator'
  return app === 'ready' ? null : 'app_powerless'
}

type RepositoryRefusal = Refusal<
  | 'github_repository_personal'
  | 'github_repository_public'
  | 'github_repository_foreign'
  | 'github_app_missing'
  | 'github_app_powerless'
>

const inName = { loc: ['body', 'properties', 'repository_name'] }
const inOwner = { loc: ['body', 'properties', 'repository_owner'] }

export function decideRepository(repository: RepositoryFacts): RepositoryRefusal | null {
  switch (repositoryObstacle(repository)) {
    case 'personal':
      return refuse('github_repository_personal', inOwner)
    case 'public':
      return refuse('github_repository_public', inName)
    case 'not_administrator':
      return refuse('github_repository_foreign', inName)
    case 'app_powerless':
      return repository.app === 'missing'
        ? refuse('github_app_missing', inName)
        : refuse('github_app_powerless', inName)
    default:
      return null
  }
}
