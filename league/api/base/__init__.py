"""The common parts of all resources of the API, and how a resource is written.

A resource is a file named for it, such as `tables/seats.py`, with its serializers, its filters and its views:

    class SeatView(ResourceView):
        \"\"\"A seat of a table.\"\"\"                               # the summary in the schema

        queryset = Table.objects.all()
        permission_classes = (ReadOnly | IsHost,)                # who may, asked about the object
        serializer_class = SeatWanted                            # what is sent

        @extend_schema(responses=TableSeen)                      # what is answered
        def post(self, request: Request, pk: int) -> Response:
            \"\"\"Take a seat.\"\"\"                                  # the description in the schema
            table = self.get_object()                            # 404, then 403
            body = self.validated()                              # 422
            self.once(lambda: sit(table.pk, body["seat"]))       # for its Idempotency-Key, in a transaction
            return Response(...)

The order matters: what is not there is 404 for everybody, who may not is refused before the body is read,
and only then the body is judged.

- `views.ResourceView`: `get_object`, `get_permitted` (a row of another model), `validated`,
  `validated_query` (with `query_serializer_class`), `once`, `player` and `viewer`. What a permission found
  out about the visitor stands in `acts_as`, as commands take it.
- `list_views.ListView`: `get_queryset` (a query, or `rows.Rows` for what no table holds),
  `filterset_class`, `ordering`, `ordering_fields`; `serializer_class` tells a row. A `post` that adds one
  names its serializer: `@extend_schema(request=NewTable, responses={201: TableSeen})` and
  `self.validated(NewTable)`. `list_views.TabularView`: other answers with rows, as JSON or CSV.
- `permissions`: `MayPlay`, `MayOrganize` and `MayAct` ask for a scope of the token; `HasRole` and its
  subclasses ask `league.permissions.policy` about the object; `IsPlayer` is for what is about the player who
  asks. `ReadOnly | IsClubOwner` lets everybody read. `AllowAny` is for a POST that changes nothing.
- A command names the version that the sender saw as `after` (`serializers.Seen`). Where the write side does
  not judge it, lock the row and call `versions.require_seen` first, inside of `once`.
- `@extend_schema` says what a method answers, by status where it is not 200. Statuses from 400 on are those
  beyond the usual: `responses={200: ReplayOutline, 409: Problem}`. Words about a field are its `help_text`.
- An example of a body stands beside its serializer, `@extend_schema_serializer(examples=[…])`, as does the
  name that the schema keeps for a class that is called otherwise (`component_name`).

For other packages: `authentication`, `exception_handler`, `filters`, `list_views`, `pagination`, `parsers`,
`permissions`, `renderers`, `rows`, `serializers`, `stream_limits`, `throttling`, `versions`, `views`.
"""
