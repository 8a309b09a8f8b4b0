/** A name and a surname of two cells. A name that ends with the surname is already whole. */
export function fullName(name: string, surname: string): string {
  if (name === '' || surname === '') return name || surname
  const isWhole = ` ${name}`.toLowerCase().endsWith(` ${surname}`.toLowerCase())
  return isWhole ? name : `${name} ${surname}`
}
