export default function Sheds() {
  return <h1>Custom Sheds</h1>;
}
