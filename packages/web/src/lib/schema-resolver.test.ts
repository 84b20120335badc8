import { createFormControl } from 'react-hook-form'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type FormSchema, rule, text } from './form-schema.ts'
import { schemaResolver } from './schema-resolver.ts'

interface Draft {
  name: string
  hidden: string
  from: string
  to: string
  rows: { key: string }[]
}

const word = z.string().check(z.minLength(3), z.maxLength(5))

const schema: FormSchema<Draft> = ({ from }) => ({
  name: text(word, { empty: 'Enter a name.' }),
  hidden: text(word, { empty: 'Never seen.' }),
  to: rule<string>((to) => (to < from ? 'Enter at least the minimum.' : null)),
  rows: z.array(z.object({ key: text(word, { empty: 'Enter a key.' }) })),
})

function formOf(draft: Partial<Draft>) {
  const defaultValues = { name: '', hidden: '', from: '', to: '', rows: [], ...draft }
  const form = createFormControl<Draft>({ resolver: schemaResolver(schema), defaultValues })
  form.register('name')
  form.register('from')
  form.register('to')
  form.register('rows.0.key')
  return form
}

async function messagesOf(form: ReturnType<typeof formOf>) {
  await form.trigger()
  const { name, hidden, to, rows } = form.control._formState.errors
  return [name, hidden, to, rows?.[0]?.key].map((error) => error?.message ?? null)
}

test('errors appear under their fields, also in rows and pairs', async () => {
  const form = formOf({ name: ' ab ', from: '5', to: '4', rows: [{ key: '' }] })
  expect(await messagesOf(form)).toEqual([
    'Use at least 3 characters.',
    null,
    'Enter at least the minimum.',
    'Enter a key.',
  ])
})

test('hidden fields are not validated', async () => {
  const form = formOf({ name: 'abc', rows: [{ key: 'abc' }] })
  expect(await messagesOf(form)).toEqual([null, null, null, null])
  let sent: Draft | null = null
  await form.handleSubmit((draft) => {
    sent = draft
  })()
  expect(sent).toMatchObject({ name: 'abc', hidden: '' })
})

test('values are passed on as typed', async () => {
  const form = formOf({ name: ' abc ', rows: [{ key: 'abc' }] })
  let name = ''
  await form.handleSubmit((draft) => {
    name = draft.name
  })()
  expect(name).toBe(' abc ')
})
