import { type Benefit, benefitTypes } from '@guildhall/contract/benefits/shapes'
import { metadataShown } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { benefitKinds } from '../kinds/benefit-kinds.ts'
import type { BenefitRow } from '../store/benefits.ts'

interface PresenterDeps {
  readonly keyring: Pick<Keyring, 'sign'>
}

const benefitType = z.enum(benefitTypes)

export const presentBenefit = ({ keyring }: PresenterDeps, row: BenefitRow): Benefit => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  description: row.description,
  selectable: row.selectable,
  deletable: row.deletable,
  isDeleted: row.deletedAt !== null,
  organizationId: row.organizationId,
  metadata: z.parse(metadataShown, row.metadata),
  ...benefitKinds[z.parse(benefitType, row.type)].describe(row, keyring),
})
