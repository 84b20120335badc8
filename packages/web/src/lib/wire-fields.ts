import type { FieldValues, Path } from 'react-hook-form'

/**
 * Which field of a form a fault on the wire is about, by a table of the paths there: `email`,
 * `billing_address.city`. A fault deep inside is about the nearest part that has a field.
 */
export const wireFields =
  <T extends FieldValues>(table: Readonly<Record<string, Path<T>>>) =>
  (path: readonly (string | number)[]): Path<T> | null => {
    for (let length = path.length; length > 0; length -= 1) {
      const field = table[path.slice(0, length).join('.')]
      if (field !== undefined) return field
    }
    return null
  }
