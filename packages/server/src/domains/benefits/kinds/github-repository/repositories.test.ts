import { expect, it } from 'vitest'
import { decideRepository, type RepositoryFacts } from './repositories.ts'

const ready: RepositoryFacts = {
  isPersonal: false,
  isPrivate: true,
  isAdministered: true,
  app: 'ready',
}
const unusable = {
  isPersonal: true,
  isPrivate: false,
  isAdministered: false,
  app: 'missing',
} as const

it.each<[RepositoryFacts, string | undefined]>([
  [ready, undefined],
  [unusable, 'github_repository_personal'],
  [{ ...unusable, isPersonal: false }, 'github_repository_public'],
  [{ ...unusable, isPersonal: false, isPrivate: true }, 'github_repository_foreign'],
  [{ ...ready, app: 'missing' }, 'github_app_missing'],
  [{ ...ready, app: 'powerless' }, 'github_app_powerless'],
])('of %j as a benefit is refused as %s', (facts, refused) => {
  expect(decideRepository(facts)?.refused).toBe(refused)
})
