import type { updateBenefit } from '@guildhall/contract/benefits/benefits'
import type { BenefitProperties } from '@guildhall/contract/benefits/inputs'
import type { BenefitContent, BenefitType } from '@guildhall/contract/benefits/shapes'
import type { BodyOf } from '@guildhall/contract/operation'
import { isSame } from '../../../kernel/json-equality.ts'
import type {
  BenefitKind,
  ContentRefusal,
  ExternalTarget,
  InputOf,
  StoredContent,
  ValidationContext,
  VerificationContext,
} from './benefit-kind.ts'
import { customKind } from './custom.ts'
import { discordKind } from './discord/discord.ts'
import { downloadablesKind } from './downloadables.ts'
import { githubRepositoryKind } from './github-repository/github-repository.ts'
import { licenseKeysKind } from './license-keys.ts'
import { meterCreditKind } from './meter-credit.ts'

export const benefitKinds: { readonly [T in BenefitType]: BenefitKind<T> } = {
  custom: customKind,
  discord: discordKind,
  downloadables: downloadablesKind,
  github_repository: githubRepositoryKind,
  license_keys: licenseKeysKind,
  meter_credit: meterCreditKind,
}

/** Ties the properties to the type, so that the compiler looks up the right kind. */
type ContentInput<T extends BenefitType> = {
  [K in T]: { readonly type: K; readonly properties: InputOf<K> }
}[T]

/** Null for types without a provider. */
export async function verifyWithProvider<T extends BenefitType>(
  context: VerificationContext,
  input: ContentInput<T>,
): Promise<ExternalTarget | null> {
  const { verifyWithProvider: verify } = benefitKinds[input.type]
  return verify === undefined ? null : verify(context, input.properties)
}

export const validateContent = <T extends BenefitType>(
  context: ValidationContext,
  input: ContentInput<T>,
): Promise<StoredContent | ContentRefusal> =>
  benefitKinds[input.type].validate(context, input.properties)

const previewContent = <T extends BenefitType>(
  input: ContentInput<T>,
  current: BenefitContent,
): unknown => benefitKinds[input.type].preview(input.properties, current)

/** Properties that are absent or null stay as they are. */
export const hasProperties = (
  input: BodyOf<typeof updateBenefit> | BenefitProperties,
): input is BenefitProperties => input.properties != null

/** The properties of an update if they differ from the current ones, else null. */
export const changedContent = (
  current: BenefitContent,
  input: BodyOf<typeof updateBenefit>,
): BenefitProperties | null =>
  hasProperties(input) && !isSame(previewContent(input, current), current.properties) ? input : null
