import { expect, it } from 'vitest'
import { decideRepository, type RepositoryFacts } from './github-repositories.ts'

const good: RepositoryFacts = {
  isPersonal: false,
  isPrivate: true,
  isAdministered: true,
  app: 'ready',
}
const bad = { isPersonal: true, isPrivate: false, isAdministered: false, app: 'missing' } as const

it.each<[RepositoryFacts, string | undefined]>([
  [good, undefined],
  [bad, 'github_repository_personal'],
  [{ ...bad, isPersonal: false }, 'github_repository_public'],
  [{ ...bad, isPersonal: false, isPrivate: true }, 'github_repository_foreign'],
  [{ ...good, app: 'missing' }, 'github_app_missing'],
  [{ ...good, app: 'powerless' }, 'github_app_powerless'],
])('of %j', (facts, refused) => {
  expect(decideRepository(facts)?.refused).toBe(refused)
})
