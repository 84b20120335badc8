/** What to call somebody: a name may be missing, an address never is. */
export function nameOf({ name, email }: { name: string; email: string }): string {
  return name.trim() === '' ? email : name
}
