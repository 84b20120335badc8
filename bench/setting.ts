/** Both servers think they stand here; the load asks them where they really do. */
export const publicUrl = 'http://localhost:3000'
export const secret = 'a secret of the bench, of more than 32 characters'.replaceAll(/\W/g, '-')
