import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { ExternalTarget, StoredContent } from '../kinds/benefit-kind.ts'
import { changedContent, hasProperties, validateContent } from '../kinds/benefit-kinds.ts'
import { presentBenefit } from '../present/benefit.ts'
import {
  type BenefitChange,
  type BenefitUpdate,
  decideBenefitChange,
} from '../rules/benefit-change.ts'
import {
  type BenefitColumns,
  type BenefitKey,
  type BenefitRow,
  findBenefitIn,
  lockBenefit,
  replaceFiles,
  saveBenefit,
} from '../store/benefits.ts'
import type { BenefitDeps } from './deps.ts'

interface Update {
  readonly input: BenefitUpdate
  readonly target: ExternalTarget | null
}

/** An update that changes nothing saves nothing and records no event. */
export async function updateBenefit(
  uow: UnitOfWork,
  deps: Pick<BenefitDeps, 'keyring'>,
  key: Pick<BenefitRow, 'organizationId' | 'id' | 'meterId'>,
  { input, target }: Update,
): Promise<BenefitRow> {
  const { tx, now } = uow
  // Validation locks files, and must do so before the benefit is locked: deleting a file takes the
  // locks in that order.
  const { organizationId, meterId } = key
  const context = { tx, organizationId, target, meterId }
  const content = hasProperties(input) ? await validateContent(context, input) : null
  const benefit = await lockBenefit(tx, key)
  if (benefit === undefined) throw new Problem('not_found')
  const current = presentBenefit(deps, benefit)
  const isContentChanged = changedContent(current, input) !== null
  const change = decideBenefitChange(current, input)
  if (!isContentChanged && Object.keys(change).length === 0) return benefit
  // A refusal counts only if the content changes: what a benefit has already, it may keep.
  const contentColumns =
    isContentChanged && content !== null ? await saveContent(uow, benefit, accept(content)) : {}
  await saveBenefit(tx, benefit, { ...columnsOf(change), ...contentColumns }, now)
  const saved = await findBenefitIn(tx, [key.organizationId], key.id)
  assert(saved !== undefined, 'this transaction holds the lock')
  uow.record(eventOf('benefit.updated', saved, presentBenefit(deps, saved)))
  return saved
}

/** Files have their own rows; the other content is returned as columns of the benefit. */
async function saveContent(
  { tx }: UnitOfWork,
  benefit: BenefitKey,
  { properties, meterId, files }: StoredContent,
): Promise<BenefitColumns> {
  if (files !== null) await replaceFiles(tx, benefit, files)
  return { properties: jsonText(properties), meterId }
}

const columnsOf = ({ metadata, ...plain }: BenefitChange): BenefitColumns => ({
  ...plain,
  ...(metadata !== undefined && { metadata: jsonText(metadata) }),
})
