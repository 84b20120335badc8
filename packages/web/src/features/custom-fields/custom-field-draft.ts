import { customFieldSlug } from '@guildhall/contract/catalog/custom-field-shapes'
import { lengthMaxOf } from '#/lib/form-schema.ts'
import { type MetadataRow, metadataOf, metadataRows } from '#/lib/metadata-rows.ts'
import type { Day } from '#/ui/calendar-days.ts'
import type { CustomField, CustomFieldType, NewCustomField } from './custom-field-queries.ts'

export interface OptionRow {
  value: string
  label: string
}

/** As typed; omitted values are empty. Values of other types are kept but not sent. */
export interface CustomFieldDraft {
  type: CustomFieldType
  name: string
  slug: string
  label: string
  help: string
  placeholder: string
  isLong: boolean
  lengthMin: string
  lengthMax: string
  numberMin: string
  numberMax: string
  dayMin: Day | null
  dayMax: Day | null
  options: OptionRow[]
  metadata: MetadataRow[]
}

export const emptyOption: OptionRow = { value: '', label: '' }

const emptyDraft: CustomFieldDraft = {
  type: 'text',
  name: '',
  slug: '',
  label: '',
  help: '',
  placeholder: '',
  isLong: false,
  lengthMin: '',
  lengthMax: '',
  numberMin: '',
  numberMax: '',
  dayMin: null,
  dayMax: null,
  options: [emptyOption],
  metadata: [],
}

export function draftOf(existing: CustomField | null): CustomFieldDraft {
  if (existing === null) return emptyDraft
  const { type, name, slug, properties, metadata } = existing
  return {
    ...emptyDraft,
    type,
    name,
    slug,
    label: properties.formLabel ?? '',
    help: properties.formHelpText ?? '',
    placeholder: properties.formPlaceholder ?? '',
    metadata: metadataRows(metadata),
    ...ownPart(existing),
  }
}

function ownPart({ type, properties }: CustomField): Partial<CustomFieldDraft> {
  switch (type) {
    case 'text': {
      const { textarea = false, minLength, maxLength } = properties
      return { isLong: textarea, lengthMin: written(minLength), lengthMax: written(maxLength) }
    }
    case 'number':
      return { numberMin: written(properties.ge), numberMax: written(properties.le) }
    case 'date':
      return { dayMin: dayOfSecond(properties.ge), dayMax: dayOfSecond(properties.le) }
    case 'select':
      return { options: properties.options }
    case 'checkbox':
      return {}
  }
}

const written = (bound: number | undefined): string => (bound === undefined ? '' : String(bound))

/** The input for the API: the type and its properties. */
type CustomFieldContent = NewCustomField extends infer Input
  ? Input extends { readonly type: infer T; readonly properties: infer P }
    ? { type: T; properties: P }
    : never
  : never

export function contentOf(draft: CustomFieldDraft): CustomFieldContent {
  const shown = shownTexts(draft)
  switch (draft.type) {
    case 'text':
      return {
        type: 'text',
        properties: {
          ...shown,
          ...(draft.isLong && { textarea: true }),
          ...bound('minLength', numberIn(draft.lengthMin)),
          ...bound('maxLength', numberIn(draft.lengthMax)),
        },
      }
    case 'number':
      return {
        type: 'number',
        properties: {
          ...shown,
          ...bound('ge', numberIn(draft.numberMin)),
          ...bound('le', numberIn(draft.numberMax)),
        },
      }
    case 'date':
      return {
        type: 'date',
        properties: {
          ...shown,
          ...bound('ge', secondOfDay(draft.dayMin)),
          ...bound('le', secondOfDay(draft.dayMax)),
        },
      }
    case 'checkbox':
      return { type: 'checkbox', properties: shown }
    case 'select':
      return { type: 'select', properties: { ...shown, options: optionsIn(draft.options) } }
  }
}

export const detailsOf = ({ name, slug, metadata }: CustomFieldDraft) => ({
  name: name.trim(),
  slug: slug.trim(),
  metadata: metadataOf(metadata),
})

function shownTexts({ type, label, help, placeholder }: CustomFieldDraft) {
  return {
    ...(label.trim() !== '' && { formLabel: label.trim() }),
    ...(help.trim() !== '' && { formHelpText: help.trim() }),
    ...(hasPlaceholder(type) &&
      placeholder.trim() !== '' && { formPlaceholder: placeholder.trim() }),
  }
}

/** Checkboxes have no placeholder, and date inputs show their own format. */
export const hasPlaceholder = (type: CustomFieldType): boolean =>
  type !== 'checkbox' && type !== 'date'

/** Empty rows are skipped; a value without a label is its own label. */
function optionsIn(rows: readonly OptionRow[]): OptionRow[] {
  return rows
    .map(({ value, label }) => ({ value: value.trim(), label: label.trim() }))
    .filter(({ value, label }) => value !== '' || label !== '')
    .map(({ value, label }) => ({ value, label: label === '' ? value : label }))
}

type Bound<K extends string> = { readonly [P in K]?: number }

function bound<K extends string>(name: K, value: number | null): Bound<K>
function bound(name: string, value: number | null) {
  return value === null ? {} : { [name]: value }
}

export const numberIn = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.trim())

const secondMilliseconds = 1000

/** Its midnight in UTC. */
const secondOfDay = (day: Day | null): number | null =>
  day === null ? null : Date.parse(`${day}T00:00:00Z`) / secondMilliseconds

const dayOfSecond = (second: number | undefined): Day | null =>
  second === undefined ? null : new Date(second * secondMilliseconds).toISOString().slice(0, 10)

const slugLengthMax = lengthMaxOf(customFieldSlug)

/** A slug derived from the name; empty if the name has no usable characters. */
export function proposeSlug(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replace(/['’]/g, '')
  return plain
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, slugLengthMax)
    .replace(/^_|_$/g, '')
}
