/** The name of a user, or the email address if there is none. */
export function nameOf({ name, email }: { name: string; email: string }): string {
  return name.trim() === '' ? email : name
}
