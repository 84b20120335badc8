import type { FieldValues, Path } from 'react-hook-form'

/**
 * The form field of a fault, by a table of paths on the wire: `email`, `billing_address.city`. A
 * nested fault belongs to the nearest part that has a field.
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
