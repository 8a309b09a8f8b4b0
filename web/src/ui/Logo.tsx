/** The sign of the product; the name beside it says what it is. */
export const Logo = ({ size }: { size: number }) => (
  <img src="/favicon.svg" width={size} height={size} alt="" style={{ display: 'block' }} />
)
