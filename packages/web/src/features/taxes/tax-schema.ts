import { taxRegistrationInput } from '@guildhall/contract/tax/shapes'
import { type FieldSchemas, present, rule, text } from '#/lib/form-schema.ts'
import type { TaxDraft } from './tax-draft.ts'

const { taxNumber } = taxRegistrationInput.shape

export const newTaxSchema = ({ country }: TaxDraft): FieldSchemas<TaxDraft> => ({
  country: present('Choose a country.'),
  state: rule<string>((state) => (country === 'US' && state === '' ? 'Choose a state.' : null)),
  taxNumber: text(taxNumber),
})

export const keptTaxSchema: FieldSchemas<TaxDraft> = {
  taxNumber: text(taxNumber),
  firstDay: present('Enter a day.'),
}
