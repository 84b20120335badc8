import {
  customFieldInput,
  customFieldName,
  customFieldSlug,
} from '@guildhall/contract/catalog/custom-field-shapes'
import { type FieldSchemas, mistakeIn, rule, text, wholeNumber } from '#/lib/form-schema.ts'
import { metadataSchema } from '#/lib/metadata-rows.ts'
import { type CustomFieldDraft, numberIn, type OptionRow } from './custom-field-draft.ts'

const [textField, numberField] = customFieldInput.def.options
const { minLength, maxLength, formLabel } = textField.shape.properties.shape
const { ge, le } = numberField.shape.properties.shape

const isOptional = true
const lengthMax = wholeNumber(maxLength, { isOptional })
const numberMax = wholeNumber(le, { isOptional })

/** Validates visible fields only, so each type has its own rules. */
export const customFieldSchema = (draft: CustomFieldDraft): FieldSchemas<CustomFieldDraft> => ({
  name: text(customFieldName, { empty: 'Enter a name.' }),
  slug: text(customFieldSlug, {
    empty: 'Enter a slug.',
    format: 'Use the letters a to z, digits, hyphens and underscores only.',
  }),
  label: text(formLabel),
  help: text(formLabel),
  placeholder: text(formLabel),
  lengthMin: wholeNumber(minLength, { isOptional }),
  lengthMax: rule<string>(
    (typed) => mistakeIn(lengthMax, typed) ?? orderMistake(draft.lengthMin, typed),
  ),
  numberMin: wholeNumber(ge, { isOptional }),
  numberMax: rule<string>(
    (typed) => mistakeIn(numberMax, typed) ?? orderMistake(draft.numberMin, typed),
  ),
  dayMax: rule<string | null>((last) => {
    const isBefore = draft.dayMin !== null && last !== null && draft.dayMin > last
    return isBefore ? 'This is before the first day.' : null
  }),
  options: rule<readonly OptionRow[]>(optionsMistake),
  metadata: metadataSchema,
})

/** Errors of a pair of limits appear at the upper one. */
function orderMistake(least: string, most: string): string | null {
  const [lower, upper] = [numberIn(least), numberIn(most)]
  return lower !== null && upper !== null && lower > upper ? 'This is less than the minimum.' : null
}

/** The error of each row. */
export function optionMistakes(rows: readonly OptionRow[]): (string | null)[] {
  return rows.map(({ value, label }, index) => {
    const own = value.trim()
    if (own === '') return label.trim() === '' ? null : 'Enter a value for this option.'
    const isTwice = rows.slice(0, index).some((other) => other.value.trim() === own)
    return isTwice ? 'Another option already has this value.' : null
  })
}

function optionsMistake(rows: readonly OptionRow[]): string | null {
  if (rows.every(({ value, label }) => value.trim() === '' && label.trim() === '')) {
    return 'Add at least one option.'
  }
  return optionMistakes(rows).some((mistake) => mistake !== null)
    ? 'Check the highlighted option.'
    : null
}
