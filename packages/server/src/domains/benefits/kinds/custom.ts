import { BenefitContent } from '@guildhall/contract/benefits/shapes'
import * as z from 'zod/mini'
import { type BenefitKind, type InputOf, propertiesOnly } from './benefit-kind.ts'

/** A note that customers with the benefit can read. */
export const customKind: BenefitKind<'custom'> = {
  validate: async (_context, properties) => propertiesOnly(customProperties(properties)),
  describe: ({ type, properties }) => z.parse(BenefitContent, { type, properties }),
  preview: (properties) => customProperties(properties),
}

export const customProperties = ({ note }: InputOf<'custom'>) => ({ note: note ?? null })
