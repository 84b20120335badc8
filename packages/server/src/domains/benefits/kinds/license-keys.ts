import { BenefitContent } from '@guildhall/contract/benefits/shapes'
import * as z from 'zod/mini'
import { type BenefitKind, type InputOf, propertiesOnly } from './benefit-kind.ts'

export const licenseKeysKind: BenefitKind<'license_keys'> = {
  validate: async (_context, properties) => propertiesOnly(licenseKeyProperties(properties)),
  describe: ({ type, properties }) => z.parse(BenefitContent, { type, properties }),
  preview: (properties) => licenseKeyProperties(properties),
}

export const licenseKeyProperties = ({
  prefix,
  expires,
  activations,
  limitUsage,
  offline,
}: InputOf<'license_keys'>) => ({
  prefix: prefix ?? null,
  expires: expires ?? null,
  activations: activations ?? null,
  limitUsage: limitUsage ?? null,
  offline: offline ?? null,
})
