import { createOrganizationAccessToken } from '@guildhall/contract/organizations/access-tokens'
import { type FormSchema, present, text } from '#/lib/form-schema.ts'
import type { TokenDraft } from './token-form.tsx'

export const tokenSchema: FormSchema<TokenDraft> = {
  name: text(createOrganizationAccessToken.body.shape.comment, { empty: 'Enter a name.' }),
  scopes: present('Choose at least one permission.'),
}
