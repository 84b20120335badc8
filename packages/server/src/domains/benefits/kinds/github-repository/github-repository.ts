import { BenefitContent } from '@guildhall/contract/benefits/shapes'
import * as z from 'zod/mini'
import { accept, Problem } from '../../../../kernel/refusal.ts'
import { requirePerson } from '../../../organizations/actions/seller.ts'
import {
  type BenefitKind,
  type ContentRefusal,
  type ExternalTarget,
  type InputOf,
  propertiesOnly,
  type StoredContent,
  unverifiedTarget,
  type VerificationContext,
} from '../benefit-kind.ts'
import { limitProviderRequests, requireAnswer, requireGitHub } from '../providers.ts'
import { findConnection } from './connection.ts'
import { decideRepository } from './repositories.ts'

/** A permission in a private repository of an organization at GitHub. */
export const githubRepositoryKind: BenefitKind<'github_repository'> = {
  verifyWithProvider: verifyRepository,
  validate: async ({ target }, properties) => githubRepositoryContent(properties, target),
  describe: ({ type, properties }) => z.parse(BenefitContent, { type, properties }),
  preview: (properties) => properties,
}

/** The repository is stored as GitHub spells it. */
export const githubRepositoryContent = (
  { permission }: InputOf<'github_repository'>,
  target: ExternalTarget | null,
): StoredContent | ContentRefusal =>
  target !== null && 'repositoryName' in target
    ? propertiesOnly({ ...target, permission })
    : unverifiedTarget

async function verifyRepository(
  { deps, providers, caller, organizationId }: VerificationContext,
  { repositoryOwner, repositoryName }: InputOf<'github_repository'>,
): Promise<ExternalTarget> {
  const github = requireGitHub(providers)
  const loc = ['body', 'type']
  if (caller.kind === 'token') throw new Problem('github_person_required', { loc })
  const sessionId = requirePerson(caller).session.id
  const connection = await findConnection(deps, { organizationId, sessionId })
  if (connection === null) throw new Problem('github_not_connected', { loc })
  await limitProviderRequests(deps, organizationId)
  const requested = { owner: repositoryOwner, name: repositoryName }
  const fetched = await github.repository(connection.accessToken, requested)
  const answer = requireAnswer(deps, 'github', fetched)
  if ('refused' in answer) {
    if (answer.refused === 401) throw new Problem('github_not_connected', { loc })
    throw new Problem('github_repository_unknown', {
      loc: ['body', 'properties', 'repository_name'],
    })
  }
  accept(decideRepository(answer.answer))
  const { owner, name } = answer.answer
  return { repositoryOwner: owner, repositoryName: name }
}
