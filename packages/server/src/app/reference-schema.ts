import type { Operation } from '@guildhall/contract/operation'
import { html } from 'hono/html'
import type { Components, JsonSchema } from './openapi-schema.ts'
import { withCode } from './reference-text.ts'

type Html = ReturnType<typeof html>

const exampleDepthMax = 4

export interface FieldContext {
  readonly components: Components
  /** Answers hold every field, so only inputs say which ones are required. */
  readonly side: 'input' | 'answer'
  /** The operation that is described, or the one whose object it is. */
  readonly operation: Operation
  /** Collects what is linked, to be described once. */
  readonly objects: LinkedObjects
  /** The part of the page, for the addresses of what is in it. */
  readonly anchor: string
  /** The names of the fields around, with dots. */
  readonly path?: string
  readonly isNested?: boolean
}

/** By the fields of the object. */
export type LinkedObjects = Map<string, LinkedObject>

export interface LinkedObject extends FieldContext {
  readonly path: string
  readonly schema: JsonSchema
}

/** The fields of a schema as a list; nested objects unfold, and what they nest in turn is linked. */
export function fieldTable(schema: JsonSchema, context: FieldContext): Html {
  const { alternatives, item } = shapeOf(schema, context.components)
  const [only, ...others] = alternatives
  if (only === undefined) {
    return html`<p class="text"><span class="type">${typeText(schema)}</span></p>`
  }
  const listed = item ? html`<p class="text">A list of:</p>` : ''
  if (others.length === 0) return html`${listed}${fieldList(only, context)}`
  const choices = alternatives.map((one, index) => {
    const anchor = `${context.anchor}-${index + 1}`
    return html`<li>${fieldList(one, { ...context, anchor })}</li>`
  })
  return html`${listed}<p class="text">One of:</p><ol class="alternatives">${choices}</ol>`
}

function fieldList(schema: JsonSchema, context: FieldContext): Html {
  const { properties = {}, required = [] } = schema
  const entries = Object.entries(properties)
  if (entries.length === 0) return html`<p class="text">No fields.</p>`
  const isRequired = (name: string) => context.side === 'input' && required.includes(name)
  return html`${choiceText(schema, context)}<dl class="fields">${entries.map(
    ([name, field]) => html`<div><dt><code>${name}</code></dt><dd>
<span class="type">${typeText(field)}</span>
${isRequired(name) ? html`<span class="required">required</span>` : ''}
${field.description === undefined ? '' : html`<span class="about">${withCode(field.description)}</span>`}
${boundsText(field)}
${nested(name, field, context)}
</dd></div>`,
  )}</dl>`
}

function choiceText({ anyOf = [] }: JsonSchema, { side }: FieldContext): Html {
  if (side !== 'input' || anyOf.length === 0) return html``
  const groups = anyOf.map(({ required = [] }) => required.join(' and '))
  return html`<p class="text">At least one is required: ${groups.join(', or ')}</p>`
}

function nested(name: string, field: JsonSchema, around: FieldContext): Html {
  const { alternatives } = shapeOf(field, around.components)
  if (alternatives.length === 0) return html``
  const context = {
    ...around,
    anchor: `${around.anchor}-${name}`,
    path: around.path === undefined ? name : `${around.path}.${name}`,
  }
  const title = html`Fields of <code>${name}</code>`
  if (around.isNested && alternatives.some((one) => nestsObjects(one, around.components))) {
    return html`<a class="object" href="#${anchorOf(alternatives, context)}">${title}</a>`
  }
  return html`<details><summary>${title}</summary>
${fieldTable(field, { ...context, isNested: true })}</details>`
}

const nestsObjects = ({ properties = {} }: JsonSchema, components: Components): boolean =>
  Object.values(properties).some((field) => shapeOf(field, components).alternatives.length > 0)

/** Where the object is described; where it was met first gives it the name. */
function anchorOf(
  alternatives: readonly JsonSchema[],
  context: FieldContext & { readonly path: string },
): string {
  const key = `${context.side} ${JSON.stringify(alternatives)}`
  const known = context.objects.get(key)
  if (known !== undefined) return known.anchor
  const schema = { anyOf: [...alternatives] }
  context.objects.set(key, { ...context, schema, isNested: false })
  return context.anchor
}

interface Shape {
  /** The objects that a value may be. */
  readonly alternatives: readonly JsonSchema[]
  /** Whether the value is a list of these. */
  readonly item: boolean
}

function shapeOf(schema: JsonSchema, components: Components): Shape {
  const known = resolve(schema, components)
  if (known.items !== undefined) {
    return { alternatives: shapeOf(known.items, components).alternatives, item: true }
  }
  const options = optionsOf(known)
  if (options !== undefined) {
    const shapes = options.map((option) => shapeOf(option, components))
    return {
      alternatives: shapes.flatMap(({ alternatives }) => alternatives),
      item: shapes.some(({ item }) => item),
    }
  }
  return { alternatives: known.properties === undefined ? [] : [known], item: false }
}

/** An object's own alternatives only say which of its fields are required. */
const optionsOf = (schema: JsonSchema): JsonSchema[] | undefined =>
  schema.properties === undefined ? (schema.anyOf ?? schema.oneOf) : undefined

const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

function resolve(schema: JsonSchema, components: Components): JsonSchema {
  return schema.$ref === undefined ? schema : (components[nameOfRef(schema.$ref)] ?? {})
}

function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return nameOfRef(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const options = optionsOf(schema)
  if (options !== undefined) return [...new Set(options.map(typeText))].join(' | ')
  if (schema.items !== undefined) return `list of ${typeText(schema.items)}`
  const type = [schema.type ?? 'any'].flat().join(' | ')
  return schema.format === undefined ? type : `${type} (${schema.format})`
}

function boundsText(schema: JsonSchema): Html {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  const bounds = [
    rangeText('', minimum, maximum),
    rangeText(' characters', minLength, maxLength),
    rangeText(' items', minItems, maxItems),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter((text) => text !== '')
  return bounds.length === 0 ? html`` : html`<span class="bounds">${bounds.join(', ')}</span>`
}

function rangeText(unit: string, least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (least !== undefined) return `at least ${least}${unit}`
  return most === undefined ? '' : `at most ${most}${unit}`
}

/** An example of the schema with the required fields only, to copy and fill in. */
export function exampleOf(schema: JsonSchema, components: Components, depth = 0): unknown {
  const known = resolve(schema, components)
  const option = optionsOf(known)?.[0]
  if (option !== undefined) return exampleOf(option, components, depth)
  if (known.const !== undefined) return known.const
  if (known.enum !== undefined) return known.enum[0]
  if (known.default !== undefined) return known.default
  if (known.items !== undefined) {
    return depth >= exampleDepthMax ? [] : [exampleOf(known.items, components, depth + 1)]
  }
  const [type] = [known.type].flat()
  if (type !== 'object') return (type && exampleValues[type]) ?? formatExample(known.format)
  if (depth >= exampleDepthMax) return {}
  const { properties = {}, required = [], anyOf = [] } = known
  const asked = [...required, ...(anyOf[0]?.required ?? [])]
  const names = asked.length > 0 ? asked : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(
    names.map((name) => [name, exampleOf(properties[name] ?? {}, components, depth + 1)]),
  )
}

const exampleValues: Readonly<Record<string, unknown>> = { integer: 1, number: 1, boolean: true }

function formatExample(format: string | undefined): string {
  if (format === 'date-time') return '2026-01-31T12:00:00Z'
  if (format === 'uuid') return '0191f7a0-0000-7000-8000-000000000001'
  return format === 'email' ? 'ada@example.com' : '…'
}
