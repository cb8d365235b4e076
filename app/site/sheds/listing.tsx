export default function Listing() {
  return <h1>Shed</h1>;
}
