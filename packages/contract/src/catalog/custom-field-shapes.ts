import * as z from 'zod/mini'
import { oneLine, organizationId } from '../organizations/shapes.ts'
import { id, instant, metadata, metadataShown } from '../primitives.ts'

export const customFieldTypes = ['text', 'number', 'date', 'checkbox', 'select'] as const

const nameLengthMax = 256
const slugLengthMax = 100
const labelLengthMax = 1000
const optionLengthMax = 256
const optionsMax = 500
/** Of the answer to a text field. */
const answerLengthMax = 10_000
/** The first and last day of the years 1 to 9999, in seconds since 1970. */
const dateMin = -62_135_596_800
const dateMax = 253_402_214_400

export const customFieldId = id('customField')

export const customFieldName = oneLine(nameLengthMax)

/** The key of the answer wherever it is stored or sent. */
export const customFieldSlug = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Must not be empty'),
    z.maxLength(slugLengthMax),
    z.regex(/^[a-z0-9_-]*$/, 'Only a-z, 0-9, hyphens and underscores'),
  )

const shownText = z
  .string()
  .check(z.trim(), z.minLength(1, 'Must not be empty'), z.maxLength(labelLengthMax))

const everyForm = {
  formLabel: z.exactOptional(shownText),
  formHelpText: z.exactOptional(shownText),
  formPlaceholder: z.exactOptional(shownText),
}

const lengthFrom = (least: number) =>
  z.exactOptional(z.int().check(z.minimum(least), z.maximum(answerLengthMax)))

const inOrder = (least: number | undefined, most: number | undefined): boolean =>
  least === undefined || most === undefined || least <= most

const TextProperties = z
  .object({
    ...everyForm,
    textarea: z.exactOptional(z.boolean()),
    minLength: lengthFrom(0),
    maxLength: lengthFrom(1),
  })
  .check(
    z.refine(({ minLength, maxLength }) => inOrder(minLength, maxLength), {
      path: ['maxLength'],
      error: 'Must not be less than min_length',
    }),
  )

/** Both bounds are inclusive. */
const between = (bound: z.ZodMiniNumberFormat) =>
  z.object({ ...everyForm, ge: z.exactOptional(bound), le: z.exactOptional(bound) }).check(
    z.refine(({ ge, le }) => inOrder(ge, le), {
      path: ['le'],
      error: 'Must not be less than ge',
    }),
  )

const NumberProperties = between(z.int())

/** In seconds since 1970; a day counts as its midnight in UTC. */
const DateProperties = between(z.int().check(z.minimum(dateMin), z.maximum(dateMax)))

const CheckboxProperties = z.object(everyForm)

const optionText = z
  .string()
  .check(z.trim(), z.minLength(1, 'Must not be empty'), z.maxLength(optionLengthMax))

const options = z
  .array(z.object({ value: optionText, label: optionText }))
  .check(z.minLength(1), z.maxLength(optionsMax), (context) => {
    const values = context.value.map(({ value }) => value)
    for (const [at, value] of values.entries()) {
      if (values.indexOf(value) === at) continue
      const message = 'Another option has this value already'
      context.issues.push({ code: 'custom', input: value, path: [at, 'value'], message })
    }
  })

const SelectProperties = z.object({ ...everyForm, options })

/** One shape per type: the common fields and the type's own properties. */
const ofEachType = <S extends z.core.$ZodShape>(shape: S) =>
  z.discriminatedUnion('type', [
    z.object({ ...shape, type: z.literal('text'), properties: TextProperties }),
    z.object({ ...shape, type: z.literal('number'), properties: NumberProperties }),
    z.object({ ...shape, type: z.literal('date'), properties: DateProperties }),
    z.object({ ...shape, type: z.literal('checkbox'), properties: CheckboxProperties }),
    z.object({ ...shape, type: z.literal('select'), properties: SelectProperties }),
  ])

/** The parts of a custom field that are stored as JSON. */
export const CustomFieldContent = ofEachType({ metadata: metadataShown })

export const customFieldInput = ofEachType({
  organizationId: z.nullish(organizationId),
  slug: customFieldSlug,
  name: customFieldName,
  metadata: z.nullish(metadata),
})

const changeable = {
  slug: z.nullish(customFieldSlug),
  name: z.nullish(customFieldName),
  metadata: z.nullish(metadata),
}

/** The type must be repeated, because it decides how the properties are read. */
export const customFieldChanges = z.discriminatedUnion('type', [
  z.object({ ...changeable, type: z.literal('text'), properties: z.nullish(TextProperties) }),
  z.object({ ...changeable, type: z.literal('number'), properties: z.nullish(NumberProperties) }),
  z.object({ ...changeable, type: z.literal('date'), properties: z.nullish(DateProperties) }),
  z.object({
    ...changeable,
    type: z.literal('checkbox'),
    properties: z.nullish(CheckboxProperties),
  }),
  z.object({ ...changeable, type: z.literal('select'), properties: z.nullish(SelectProperties) }),
])

/** Also the payload of webhooks. */
export const CustomField = ofEachType({
  id: customFieldId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  slug: z.string(),
  name: z.string(),
  organizationId,
  metadata: metadataShown,
})
