import { embedOrigins, siteOf } from '@guildhall/contract/organizations/embed-origins'
import * as z from 'zod/mini'
import { type FieldSchemas, rule } from '#/lib/form-schema.ts'
import { wireFields } from '#/lib/wire-fields.ts'

/** As typed, a site on each line. */
export interface EmbeddingForm {
  sites: string
}

export const formOf = (sites: readonly string[]): EmbeddingForm => ({ sites: sites.join('\n') })

/** Commas and spaces separate sites too; of a longer URL only the site is kept. */
export const sitesIn = ({ sites }: EmbeddingForm): string[] => [
  ...new Set(writtenIn(sites).map((written) => siteOf(written) ?? written)),
]

const writtenIn = (text: string): string[] => text.split(/[\s,;]+/).filter((one) => one !== '')

export const embeddingSchema = {
  sites: rule<string>(sitesMistake),
} satisfies FieldSchemas<EmbeddingForm>

function sitesMistake(text: string): string | null {
  const wrong = writtenIn(text).find((written) => siteOf(written) === null)
  if (wrong !== undefined) return `“${wrong}” isn’t a site. Enter it like https://shop.example.`
  const [issue] = z.safeParse(embedOrigins, sitesIn({ sites: text })).error?.issues ?? []
  return issue?.code === 'too_big' ? `Enter at most ${issue.maximum} sites.` : null
}

export const embeddingField = wireFields<EmbeddingForm>({ embed_origins: 'sites' })
