import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { Field } from '#/ui/field.tsx'
import { Link } from '#/ui/link.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import { SearchInput } from '#/ui/search-input.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { Textarea } from '#/ui/textarea.tsx'
import { Columns, Specimens } from './specimen.tsx'

export function FieldSpecimens() {
  const [query, setQuery] = useState('')
  return (
    <Specimens id="fields" title="Fields">
      <Columns>
        <Field label="Email" hint="We only send mail about your account.">
          <TextInput
            type="email"
            name="email"
            autoComplete="off"
            placeholder="ada@lindqvist.se"
            before={<Mail aria-hidden="true" />}
          />
        </Field>
        <Field
          label="Slug"
          error="“northwind” is taken. Try “northwind-tools”."
          hint="Used in all your URLs."
        >
          <TextInput defaultValue="northwind" before="guildhall.dev/" />
        </Field>
        <Field
          label="Password"
          aside={
            <Link href="#fields" quiet>
              Forgot password?
            </Link>
          }
        >
          <PasswordInput autoComplete="off" defaultValue="correct horse" />
        </Field>
        <Field label="Price" hint="The monthly price before tax.">
          <TextInput inputMode="decimal" defaultValue="29.00" before="$" after="USD / month" />
        </Field>
        <Field label="Description" optional>
          <Textarea defaultValue={'For teams of up to five.\nGrows with its text.'} />
        </Field>
        <Field label="Organization" hint="Can’t be changed.">
          <TextInput value="Northwind Tools" disabled />
        </Field>
        <SearchInput label="Search orders" value={query} onChange={setQuery} />
      </Columns>
    </Specimens>
  )
}
