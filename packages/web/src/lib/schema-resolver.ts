import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldValues, get, type Resolver } from 'react-hook-form'
import * as z from 'zod/mini'
import { type FieldMistake, type FormSchema, mistakesIn } from './form-schema.ts'

/** Validates visible fields only, because drafts keep the input of hidden ones. */
export function schemaResolver<T extends FieldValues>(schema: FormSchema<T>): Resolver<T> {
  return (values, context, options) => {
    const isShown = ({ path }: FieldMistake) => {
      const field: { mount?: boolean } | undefined = get(options.fields, path.join('.'))
      return field?.mount === true
    }
    const form = z.custom<T>().check(({ value, issues }) => {
      for (const { path, message } of mistakesIn(schema, value).filter(isShown)) {
        issues.push({ code: 'custom', input: value, path: [...path], message })
      }
    })
    return zodResolver(form, undefined, { raw: true, mode: 'sync' })(values, context, options)
  }
}
