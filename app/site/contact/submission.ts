export function action() {
  return Response.json({}, { status: 503 });
}
